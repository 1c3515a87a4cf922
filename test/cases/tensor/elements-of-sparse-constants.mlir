// RUN: rmlir-opt %s --canonicalize

// What is not listed is zero.
func.func @elements() -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t = arith.constant sparse<[[0, 1], [2, 2]], [4.0, 5.0]> : tensor<3x3xf32>
  %listed = tensor.extract %t[%c2, %c2] : tensor<3x3xf32>
  %zero = tensor.extract %t[%c1, %c0] : tensor<3x3xf32>
  return %listed, %zero : f32, f32
}
