// Upstream runs into itself here. Once the branch in ^bb1 is decided, the blocks ^bb3 and ^bb4 lead only to each other: neither can be put into the other.
// RUN: rmlir-opt %s --canonicalize

func.func @f1() {
  %false = arith.constant false
  %c0_i64 = arith.constant 0 : i64
  %c0 = arith.constant 0 : index
  %c-40890599_i32 = arith.constant -40890599 : i32
  cf.br ^bb1(%c-40890599_i32, %c0 : i32, index)
^bb1(%0: i32, %1: index):
  cf.cond_br %false, ^bb3(%0, %c0_i64 : i32, i64), ^bb1(%0, %1 : i32, index)
^bb2:
  return
^bb3(%2: i32, %3: i64):
  %4 = arith.cmpi sle, %2, %c-40890599_i32 : i32
  cf.cond_br %4, ^bb5, ^bb4
^bb4:
  cf.switch %c-40890599_i32 : i32, [
    default: ^bb3(%2, %3 : i32, i64),
    0: ^bb2,
    3: ^bb1(%2, %c0 : i32, index)
  ]
^bb5:
  return
}
