// RUN: rmlir-opt %s --inline
// RUN: rmlir-opt %s --inline --canonicalize

// The only block of a callee that is reachable does not return: the results of the call have no values, and what
// follows it stays in a block of its own.

func.func private @ends(%x: i32, %f: i32) -> i32 {
  llvm.unreachable
^unreachable:
  %r = arith.muli %x, %f : i32
  return %r : i32
}

func.func @uses_results(%x: i32, %n: i32) -> i32 {
  %a = func.call @ends(%x, %n) : (i32, i32) -> i32
  %b = func.call @ends(%n, %a) : (i32, i32) -> i32
  return %b : i32
}

func.func private @ends_without_results() {
  llvm.unreachable
}

func.func @goes_on(%x: i32) -> i32 {
  func.call @ends_without_results() : () -> ()
  %y = arith.addi %x, %x : i32
  return %y : i32
}

llvm.func internal @llvm_ends(%x: i32) -> i32 {
  llvm.unreachable
}

llvm.func @llvm_uses_results(%x: i32) -> i32 {
  %a = llvm.call @llvm_ends(%x) : (i32) -> i32
  %b = llvm.add %a, %a : i32
  llvm.return %b : i32
}

func.func private @branches(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^ends, ^returns
^ends:
  llvm.unreachable
^returns:
  return %x : i32
}

func.func @may_return(%c: i1, %x: i32) -> i32 {
  %a = func.call @branches(%c, %x) : (i1, i32) -> i32
  %b = arith.addi %a, %a : i32
  return %b : i32
}

// A region of one block takes no callee that does not return.

func.func @in_a_region(%c: i1, %x: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    %a = func.call @ends_with_a_result(%x) : (i32) -> i32
    scf.yield %a : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}

func.func @in_a_loop(%n: index) {
  affine.for %i = 0 to %n {
    func.call @ends_without_results() : () -> ()
  }
  return
}

func.func @in_a_loop_with_results(%n: index, %x: i32) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%at = %x) -> i32 {
    %a = func.call @ends_with_a_result(%at) : (i32) -> i32
    scf.yield %a : i32
  }
  return %r : i32
}

func.func @llvm_in_a_region(%c: i1, %x: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    %a = llvm.call @llvm_ends(%x) : (i32) -> i32
    scf.yield %a : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}

func.func @in_several_blocks(%c: i1, %x: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    %a = func.call @ends_with_a_result(%x) : (i32) -> i32
    scf.yield %a : i32
  }
  return %r : i32
}

func.func private @ends_with_a_result(%x: i32) -> i32 {
  llvm.unreachable
}
