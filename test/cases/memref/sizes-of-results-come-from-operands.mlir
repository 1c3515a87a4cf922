// RUN: rmlir-opt %s --resolve-ranked-shaped-type-result-dims
// RUN: rmlir-opt %s --resolve-shaped-type-result-dims

func.func @tensors(%t: tensor<?x4x?xf32>, %n: index, %x: f32) -> (index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %flat = tensor.collapse_shape %t [[0, 1], [2]] : tensor<?x4x?xf32> into tensor<?x?xf32>
  %product = tensor.dim %flat, %c0 : tensor<?x?xf32>
  %padded = tensor.pad %t low[%n, 0, 1] high[2, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %x : f32
  } : tensor<?x4x?xf32> to tensor<?x4x?xf32>
  %larger = tensor.dim %padded, %c0 : tensor<?x4x?xf32>
  %beside = tensor.concat dim(1) %flat, %flat : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = tensor.dim %beside, %c1 : tensor<?x?xf32>
  %changed = tensor.insert_slice %flat into %beside[0, 0] [%product, %n] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  %same = tensor.dim %changed, %c0 : tensor<?x?xf32>
  %copy = bufferization.alloc_tensor() copy(%t) : tensor<?x4x?xf32>
  %copied = tensor.dim %copy, %c2 : tensor<?x4x?xf32>
  return %product, %larger, %sum, %same, %copied : index, index, index, index, index
}

// What a structured operation gives is as large as its loops say.
func.func @structured(%a: tensor<?x8xf32>, %b: tensor<8x?xf32>, %c: tensor<?x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %product = linalg.matmul ins(%a, %b : tensor<?x8xf32>, tensor<8x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %rows = tensor.dim %product, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %product, %c1 : tensor<?x?xf32>
  return %rows, %columns : index, index
}

func.func @memrefs(%m: memref<?x8xi32>, %n: index, %which: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %expanded = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [1, %n, 2, 4] : memref<?x8xi32> into memref<1x?x2x4xi32>
  %inner = memref.dim %expanded, %c1 : memref<1x?x2x4xi32>
  %aligned = memref.assume_alignment %m, 64 : memref<?x8xi32>
  %rows = memref.dim %aligned, %c0 : memref<?x8xi32>
  %any = memref.dim %aligned, %which : memref<?x8xi32>
  return %inner, %rows, %any : index, index, index
}

func.func @shared(%out: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %result = scf.forall (%i) in (%n) shared_outs(%o = %out) -> tensor<?x?xf32> {
    %size = tensor.dim %o, %c1 : tensor<?x?xf32>
    %row = tensor.extract_slice %out[%i, 0] [1, %size] [1, 1] : tensor<?x?xf32> to tensor<1x?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %row into %o[%i, 0] [1, %size] [1, 1] : tensor<1x?xf32> into tensor<?x?xf32>
    }
  }
  return %result : tensor<?x?xf32>
}
