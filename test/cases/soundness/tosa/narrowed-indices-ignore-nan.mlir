// RUN: rmlir-opt %s --tosa-narrow-i64-to-i32

// The mode for NaN remains.

func.func @argmax(%a: tensor<4x3xf32>) -> tensor<4xi64> {
  %0 = tosa.argmax %a {axis = 1 : i32, nan_mode = IGNORE} : (tensor<4x3xf32>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}
