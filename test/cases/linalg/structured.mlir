// Structured operations with a region of their own.
// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

func.func @generic(%a: memref<4x8xf32>, %b: memref<4xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"], doc = "sums of rows"
  } ins(%a : memref<4x8xf32>) outs(%b : memref<4xf32>) attrs = {note = 1} {
  ^bb0(%x: f32, %sum: f32):
    %next = arith.addf %x, %sum : f32
    linalg.yield %next : f32
  }
  return
}

func.func @place(%t: tensor<4xindex>) -> tensor<4xindex> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    outs(%t : tensor<4xindex>) {
  ^bb0(%x: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  } -> tensor<4xindex>
  return %0 : tensor<4xindex>
}

func.func @short_and_long(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %c: tensor<8xf32>) {
  %0 = linalg.map { arith.addf } ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%b : tensor<4x8xf32>)
  %1 = linalg.map { arith.addf {fastmath = #arith.fastmath<nnan>} } ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>)
    outs(%b : tensor<4x8xf32>)
  %2 = linalg.map ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) (%x: f32, %old: f32) {
    %y = arith.mulf %x, %x : f32
    linalg.yield %y : f32
  }
  %3 = linalg.reduce { arith.maximumf } ins(%a : tensor<4x8xf32>) outs(%c : tensor<8xf32>) dimensions = [0]
  %4 = linalg.reduce ins(%a : tensor<4x8xf32>) outs(%c : tensor<8xf32>) dimensions = [0] (%x: f32, %y: f32) {
    %z = arith.subf %y, %x : f32
    linalg.yield %z : f32
  }
  return
}

func.func @moves(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x2x8xf32>) {
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%b : tensor<8x4xf32>) permutation = [1, 0]
  %1 = linalg.broadcast ins(%a : tensor<4x8xf32>) outs(%c : tensor<4x2x8xf32>) dimensions = [1]
  return
}
