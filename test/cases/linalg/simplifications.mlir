// Operations that only give what is there already go; what is known of shapes spreads.
// RUN: rmlir-opt %s --canonicalize

#id = affine_map<(i) -> (i)>

func.func @identity(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @shapes(%a: tensor<?xf32>, %b: tensor<8xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
    ins(%a, %b : tensor<?xf32>, tensor<8xf32>) outs(%c : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @fills(%x: f32, %a: tensor<2x3xf32>, %b: tensor<3x2xf32>, %i: index) -> (f32, tensor<6xf32>, tensor<3x2xf32>) {
  %0 = linalg.fill ins(%x : f32) outs(%a : tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = tensor.extract %0[%i, %i] : tensor<2x3xf32>
  %2 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %3 = linalg.transpose ins(%0 : tensor<2x3xf32>) outs(%b : tensor<3x2xf32>) permutation = [1, 0]
  return %1, %2, %3 : f32, tensor<6xf32>, tensor<3x2xf32>
}

func.func @there_and_back(%a: tensor<128x256xf32>, %b: tensor<16x8x8x32xf32>, %c: tensor<128x256xf32>) -> tensor<128x256xf32> {
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %b : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %c : tensor<16x8x8x32xf32> -> tensor<128x256xf32>
  return %1 : tensor<128x256xf32>
}

func.func @nothing(%a: memref<4x0xf32>, %b: memref<4x0xf32>) {
  linalg.copy ins(%a : memref<4x0xf32>) outs(%b : memref<4x0xf32>)
  return
}
