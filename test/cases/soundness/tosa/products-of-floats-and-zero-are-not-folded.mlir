// RUN: rmlir-opt %s --canonicalize

// Infinities and NaN times zero are not zero.
func.func @float_zero(%a: tensor<2xf32>) -> tensor<2xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.mul %a, %zero, %shift : (tensor<2xf32>, tensor<2xf32>, tensor<1xi8>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
