// RUN: rmlir-opt %s --split-input-file

// Operand groups that no property divides have the same size. An operand that is left over belongs to none.
func.func @operands(%a: tensor<4xf32>, %c: tensor<f32>) -> tensor<f32> {
  %0 = "linalg.reduce"(%a, %c, %c) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: f32, %y: f32, %z: f32):
    "linalg.yield"(%x) : (f32) -> ()
  }) : (tensor<4xf32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @results(%a: memref<4x?xf32>) {
  %0:5 = "memref.extract_strided_metadata"(%a) : (memref<4x?xf32>) -> (memref<f32>, index, index, index, index)
  return
}

// -----

func.func @right(%a: tensor<4xf32>, %c: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0:2 = "linalg.reduce"(%a, %a, %c, %c) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: f32, %y: f32, %z: f32, %w: f32):
    "linalg.yield"(%x, %y) : (f32, f32) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}
