// RUN: rmlir-opt %s --verify-semantics --pass-pipeline='builtin.module(convert-func-to-llvm)'
// RUN: rmlir-opt %s -o /dev/null --verify-semantics --pass-pipeline='builtin.module(convert-arith-to-llvm)'
// RUN: rmlir-opt %s -o /dev/null --verify-semantics --pass-pipeline='builtin.module(convert-math-to-llvm)'
// RUN: rmlir-opt %s -o /dev/null --verify-semantics --pass-pipeline='builtin.module(convert-index-to-llvm)'

// A folder exchanges the regions of scf.if when it drops the negation of the condition. No pattern of the conversion
// matches the operation, so that the change is taken back: of the condition, and of the regions.

func.func @negated(%c: i1, %a: i64) -> i64 {
  %true = arith.constant true
  %not = arith.xori %c, %true : i1
  %c1 = arith.constant 1 : i64
  %r = scf.if %not -> (i64) {
    %x = arith.addi %a, %c1 : i64
    scf.yield %x : i64
  } else {
    %x = arith.muli %a, %a : i64
    scf.yield %x : i64
  }
  return %r : i64
}

func.func @negated_twice(%c: i1, %a: i64) -> i64 {
  %true = arith.constant true
  %not = arith.xori %c, %true : i1
  %again = arith.xori %not, %true : i1
  %c1 = arith.constant 1 : i64
  %r = scf.if %again -> (i64) {
    %x = arith.addi %a, %c1 : i64
    scf.yield %x : i64
  } else {
    %x = arith.muli %a, %a : i64
    scf.yield %x : i64
  }
  return %r : i64
}

func.func @nested(%c: i1, %d: i1, %a: i64) -> i64 {
  %true = arith.constant true
  %not = arith.xori %c, %true : i1
  %r = scf.if %not -> (i64) {
    %nor = arith.xori %d, %true : i1
    %x = scf.if %nor -> (i64) {
      %y = arith.addi %a, %a : i64
      scf.yield %y : i64
    } else {
      scf.yield %a : i64
    }
    scf.yield %x : i64
  } else {
    %x = arith.muli %a, %a : i64
    scf.yield %x : i64
  }
  return %r : i64
}

func.func @with_poison(%c: i1, %a: i32) -> i32 {
  %true = arith.constant true
  %not = arith.xori %c, %true : i1
  %poison = ub.poison : i32
  %x = scf.if %not -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %poison : i32
  }
  %c7 = arith.constant 7 : i32
  %r = arith.select %not, %x, %c7 : i32
  return %r : i32
}

func.func @with_a_call(%c: i1, %a: i64) -> (i1, i64) {
  %true = arith.constant true
  %not = arith.xori %c, %true : i1
  %r = scf.if %not -> (i64) {
    %x = func.call @negated(%c, %a) : (i1, i64) -> i64
    scf.yield %x : i64
  } else {
    scf.yield %a : i64
  }
  return %not, %r : i1, i64
}
