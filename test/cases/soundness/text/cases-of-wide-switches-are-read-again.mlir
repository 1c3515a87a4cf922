// RUN: rmlir-opt %s --split-input-file
// RUN: rmlir-opt %s --split-input-file | rmlir-opt --mlir-print-op-generic

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

// -----

func.func @more_than_64_bits(%a: i96, %b: i128) {
  cf.switch %a : i96, [
    default: ^bb1,
    -39356580057554252782559559673: ^bb1,
    39614081257132168796771975167: ^bb1,
    -39614081257132168796771975168: ^bb1
  ]
^bb1:
  cf.switch %b : i128, [default: ^bb2, 170141183460469231731687303715884105727: ^bb2]
^bb2:
  return
}

llvm.func @llvm_switch(%a: i96) {
  llvm.switch %a : i96, ^bb1 [
    -39356580057554252782559559673: ^bb1,
    39614081257132168796771975167: ^bb1
  ]
^bb1:
  llvm.return
}

// -----

func.func @too_large(%a: i96) {
  cf.switch %a : i96, [default: ^bb1, 39614081257132168796771975168: ^bb1]
^bb1:
  return
}

// -----

func.func @too_large_for_64_bits(%a: i8) {
  cf.switch %a : i8, [default: ^bb1, 9223372036854775808: ^bb1]
^bb1:
  return
}
