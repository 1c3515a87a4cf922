// RUN: rmlir-opt %s --convert-linalg-to-loops
// RUN: rmlir-opt %s --convert-linalg-to-affine-loops
// RUN: rmlir-opt %s --convert-linalg-to-parallel-loops

func.func @matmul(%a: memref<?x8xf32>, %b: memref<8x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x8xf32>, memref<8x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// The place of an element is computed where it is more than an iteration.
func.func @convolution(%input: memref<?xf32>, %filter: memref<3xf32>, %output: memref<?xf32>) {
  linalg.conv_1d ins(%input, %filter : memref<?xf32>, memref<3xf32>) outs(%output : memref<?xf32>)
  return
}

func.func @transposed_index(%out: memref<4x6xindex>, %s: index) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> ()>, affine_map<(i, j) -> (j, i)>],
                  iterator_types = ["parallel", "parallel"]} ins(%s : index) outs(%out : memref<4x6xindex>) {
  ^bb0(%x: index, %y: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.muli %i, %x : index
    %l = arith.addi %k, %j : index
    linalg.yield %l : index
  }
  return
}

// Tensors have no places.
func.func @stays(%a: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
  %0 = linalg.fill ins(%x : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
