// RUN: rmlir-opt %s --convert-tensor-to-linalg

func.func @p(%a: tensor<?x3xf32>, %i: index, %v: f32) -> (tensor<?x?xf32>, tensor<?x9xf32>, tensor<?x5xf32>) {
  %cst = arith.constant 1.0 : f32
  %0 = tensor.pad %a low[1, %i] high[%i, 2] {
  ^bb0(%x: index, %y: index):
    tensor.yield %v : f32
  } : tensor<?x3xf32> to tensor<?x?xf32>
  %1 = tensor.pad %a low[1, 4] high[%i, 2] {
  ^bb0(%x: index, %y: index):
    tensor.yield %cst : f32
  } : tensor<?x3xf32> to tensor<?x9xf32>
  %2 = tensor.pad %a low[0, 0] high[0, 2] {
  ^bb0(%x: index, %y: index):
    %t = tensor.extract %a[%x, %y] : tensor<?x3xf32>
    tensor.yield %t : f32
  } : tensor<?x3xf32> to tensor<?x5xf32>
  return %0, %1, %2 : tensor<?x?xf32>, tensor<?x9xf32>, tensor<?x5xf32>
}
func.func @e() -> tensor<4xf32> { %0 = tensor.empty() : tensor<4xf32> return %0 : tensor<4xf32> }
func.func @s(%a: tensor<10xi32>) -> tensor<20xi32> {
  %c0 = arith.constant 0 : i32
  %p = tensor.pad %a low[0] high[10] {
  ^bb0(%x: index):
    tensor.yield %c0 : i32
  } : tensor<10xi32> to tensor<20xi32>
  return %p : tensor<20xi32>
}
