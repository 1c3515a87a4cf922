// Each of these functions is changed by the mutant of its name, and that is seen when they are run.
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=swap-successors}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=drop-branch-argument}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=swap-branch-arguments}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=drop-call}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=reorder-calls}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=repeat-call}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=change-call}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=drop-assertion}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=hoist-division}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=hoist-store}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=swap-returned}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=wrong-yield}))" --verify-semantics

func.func private @seen(i32)
func.func private @seen_both(i32, i32)

func.func @swap_successors(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^yes, ^no
^yes:
  return %a : i32
^no:
  return %b : i32
}

func.func @drop_branch_argument(%a: i32) -> i32 {
  cf.br ^end(%a : i32)
^end(%r: i32):
  return %r : i32
}

func.func @swap_branch_arguments(%a: i32, %b: i32) -> i32 {
  cf.br ^end(%a, %b : i32, i32)
^end(%x: i32, %y: i32):
  %r = arith.subi %x, %y : i32
  return %r : i32
}

func.func @drop_call(%a: i32) {
  call @seen(%a) : (i32) -> ()
  return
}

func.func @reorder_calls(%a: i32, %b: i32) {
  call @seen(%a) : (i32) -> ()
  call @seen(%b) : (i32) -> ()
  return
}

func.func @repeat_call(%a: i32) {
  call @seen(%a) : (i32) -> ()
  return
}

func.func @change_call(%a: i32, %b: i32) {
  call @seen_both(%a, %b) : (i32, i32) -> ()
  return
}

func.func @drop_assertion(%c: i1) {
  cf.assert %c, "has to hold"
  return
}

// The divisor may be zero where the branch is not taken.
func.func @hoist_division(%a: i32, %b: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %c = arith.cmpi sgt, %b, %zero : i32
  %r = scf.if %c -> i32 {
    %q = arith.divsi %a, %b : i32
    scf.yield %q : i32
  } else {
    scf.yield %zero : i32
  }
  return %r : i32
}

func.func @hoist_store(%c: i1, %a: i32, %m: memref<i32>) {
  scf.if %c {
    memref.store %a, %m[] : memref<i32>
  }
  return
}

func.func @swap_returned(%a: i32, %b: i32) -> (i32, i32) {
  return %a, %b : i32, i32
}

func.func @wrong_yield(%c: i1, %a: i32, %b: i32) -> (i32, i32) {
  %r:2 = scf.if %c -> (i32, i32) {
    scf.yield %a, %b : i32, i32
  } else {
    scf.yield %b, %b : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}
