// RUN: rmlir-opt %s --one-shot-bufferize="bufferize-function-boundaries buffer-alignment=16"

// Equal constants are one global; one that is written to is copied.

func.func @constants(%i: index, %x: f32) -> (f32, tensor<3xf32>) {
  %a = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %b = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %0 = tensor.extract %a[%i] : tensor<3xf32>
  %1 = tensor.insert %x into %b[%i] : tensor<3xf32>
  return %0, %1 : f32, tensor<3xf32>
}
