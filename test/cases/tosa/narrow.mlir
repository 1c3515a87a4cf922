// RUN: rmlir-opt %s --tosa-narrow-i64-to-i32 --tosa-narrow-f64-to-f32
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(tosa-narrow-i64-to-i32{convert-function-boundaries=true},tosa-narrow-f64-to-f32{aggressive-rewrite=true convert-function-boundaries=true}))'

// Numbers of 64 bits are narrowed where that is safe; casts are inserted at the boundaries of functions, or these are converted.

func.func @argmax(%a: tensor<4x3xf32>) -> tensor<4xi64> {
  %0 = tosa.argmax %a {axis = 1 : i32} : (tensor<4x3xf32>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

func.func @constants() -> (tensor<3xi64>, tensor<2xf64>) {
  %0 = "tosa.const"() <{values = dense<[1, 2, 2147483647]> : tensor<3xi64>}> : () -> tensor<3xi64>
  %1 = "tosa.const"() <{values = dense<[0.5, 3.0]> : tensor<2xf64>}> : () -> tensor<2xf64>
  return %0, %1 : tensor<3xi64>, tensor<2xf64>
}

func.func @widening(%a: tensor<3xi32>, %b: tensor<3xf32>) -> (tensor<3xi64>, tensor<3xf64>) {
  %0 = tosa.cast %a : (tensor<3xi32>) -> tensor<3xi64>
  %1 = tosa.reverse %0 {axis = 0 : i32} : (tensor<3xi64>) -> tensor<3xi64>
  %2 = tosa.cast %b : (tensor<3xf32>) -> tensor<3xf64>
  return %1, %2 : tensor<3xi64>, tensor<3xf64>
}
