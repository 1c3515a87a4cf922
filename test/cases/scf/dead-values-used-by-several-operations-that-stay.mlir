// RUN: rmlir-opt %s --remove-dead-values

// The block arguments go. Two calls still name the first: each gets poison of its own, as neither comes before the other.

func.func @f(%a: i32) -> i32 {
  %0 = arith.constant 7 : i32
  return %0 : i32
}

func.func @g(%c: i1, %d: i1) {
  %0 = arith.constant 0 : i32
  cf.br ^bb1(%0 : i32)
^bb1(%1: i32):
  scf.if %c {
    %2 = func.call @f(%1) : (i32) -> i32
  }
  scf.if %d {
    %2 = func.call @f(%1) : (i32) -> i32
  }
  return
}
