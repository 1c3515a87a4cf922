// RUN: rmlir-opt %s --tosa-to-mlprogram

// Variables, with and without initial value.

module {
  tosa.variable @a = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  tosa.variable @b : tensor<?x2xf32>
  func.func @f(%x: tensor<2x2xi32>, %y: tensor<?x2xf32>) -> (tensor<2x2xi32>, tensor<?x2xf32>) {
    tosa.variable_write @a, %x : tensor<2x2xi32>
    %0 = tosa.variable_read @a : tensor<2x2xi32>
    %1 = tosa.variable_read @b : tensor<?x2xf32>
    tosa.variable_write @b, %y : tensor<?x2xf32>
    return %0, %1 : tensor<2x2xi32>, tensor<?x2xf32>
  }
}
