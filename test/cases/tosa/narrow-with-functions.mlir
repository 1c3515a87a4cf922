// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(tosa-narrow-i64-to-i32{aggressive-rewrite=true convert-function-boundaries=true}))'

// The types of functions are narrowed with what they compute.

func.func @concat(%a: tensor<3xi64>, %b: tensor<3xi64>) -> tensor<6xi64> {
  %0 = tosa.concat %a, %b {axis = 0 : i32, y = 5 : i64} : (tensor<3xi64>, tensor<3xi64>) -> tensor<6xi64>
  return %0 : tensor<6xi64>
}

func.func @pad(%a: tensor<3xi64>) -> tensor<5xi64> {
  %p = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %c = "tosa.const"() <{values = dense<7> : tensor<1xi64>}> : () -> tensor<1xi64>
  %0 = tosa.pad %a, %p, %c : (tensor<3xi64>, !tosa.shape<2>, tensor<1xi64>) -> tensor<5xi64>
  return %0 : tensor<5xi64>
}

func.func @condition(%a: tensor<3xi64>, %c: tensor<i1>) -> tensor<3xi64> {
  %0 = tosa.cond_if %c (%x = %a) : tensor<i1> (tensor<3xi64>) -> tensor<3xi64> {
  ^bb0(%x: tensor<3xi64>):
    tosa.yield %x : tensor<3xi64>
  } else {
  ^bb0(%x: tensor<3xi64>):
    %1 = tosa.reverse %x {axis = 0 : i32} : (tensor<3xi64>) -> tensor<3xi64>
    tosa.yield %1 : tensor<3xi64>
  }
  return %0 : tensor<3xi64>
}
