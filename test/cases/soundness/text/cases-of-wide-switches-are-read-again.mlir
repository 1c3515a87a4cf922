// RUN: rmlir-opt %s
// RUN: rmlir-opt %s | rmlir-opt --mlir-print-op-generic

// Cases are printed as unsigned integers only where these can be read.

func.func @f(%a: i32, %b: i64, %c: i65, %d: i128) {
  cf.switch %a : i32, [default: ^bb1, -1: ^bb2]
^bb1:
  cf.switch %b : i64, [default: ^bb2, -1: ^bb3, 9223372036854775807: ^bb3, -9223372036854775808: ^bb3]
^bb2:
  cf.switch %c : i65, [default: ^bb3, -1: ^bb4, -255: ^bb4]
^bb3:
  cf.switch %d : i128, [default: ^bb4, -9223372036854775808: ^bb4, 3: ^bb4]
^bb4:
  return
}
