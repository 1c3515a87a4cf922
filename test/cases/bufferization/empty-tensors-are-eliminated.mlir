// RUN: rmlir-opt %s --eliminate-empty-tensors
// RUN: rmlir-opt %s --empty-tensor-to-alloc-tensor

// What is filled and then inserted is filled where it is inserted.

func.func @fill_and_insert(%t: tensor<10xf32>, %x: f32) -> tensor<10xf32> {
  %0 = tensor.empty() : tensor<5xf32>
  %1 = linalg.fill ins(%x : f32) outs(%0 : tensor<5xf32>) -> tensor<5xf32>
  %2 = tensor.insert_slice %1 into %t[1] [5] [1] : tensor<5xf32> into tensor<10xf32>
  return %2 : tensor<10xf32>
}
