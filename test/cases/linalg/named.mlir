// The regions of named operations are only in the generic form.
// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

func.func @products(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %i: tensor<4x8xi8>, %j: tensor<8x16xi8>, %k: tensor<4x16xi32>, %x: f32) {
  %0 = linalg.fill ins(%x : f32) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%0 : tensor<4x16xf32>) -> tensor<4x16xf32>
  %2 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%i, %j : tensor<4x8xi8>, tensor<8x16xi8>)
    outs(%k : tensor<4x16xi32>) -> tensor<4x16xi32>
  %3 = linalg.contract
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

func.func @transposed(%a: memref<8x4xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>, %v: memref<16xf32>, %w: memref<4xf32>) {
  linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : memref<8x4xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  linalg.matvec ins(%c, %v : memref<4x16xf32>, memref<16xf32>) outs(%w : memref<4xf32>)
  return
}

func.func @windows(%image: tensor<1x9x9x3xf32>, %filter: tensor<3x3x3x4xf32>, %out: tensor<1x4x4x4xf32>, %window: tensor<3x3xf32>, %pooled: tensor<1x4x4x3xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>}
    ins(%image, %filter : tensor<1x9x9x3xf32>, tensor<3x3x3x4xf32>) outs(%out : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %1 = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
    ins(%image, %window : tensor<1x9x9x3xf32>, tensor<3x3xf32>) outs(%pooled : tensor<1x4x4x3xf32>) -> tensor<1x4x4x3xf32>
  return
}

func.func @elements(%a: tensor<4x8xf32>, %p: tensor<4x8xi1>, %h: tensor<4x8xf16>) {
  %0 = linalg.exp ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.add ins(%0, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.select ins(%p, %0, %1 : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%1, %2 : tensor<4x8xf32>, tensor<4x8xf32>)
    outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = linalg.copy ins(%3 : tensor<4x8xf32>) outs(%h : tensor<4x8xf16>) -> tensor<4x8xf16>
  %5 = linalg.softmax dimension(1) ins(%3 : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

func.func @tiles(%a: tensor<128x250xf32>, %b: tensor<16x8x8x32xf32>, %x: f32) -> tensor<128x250xf32> {
  %0 = linalg.pack %a padding_value(%x : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %b
    : tensor<128x250xf32> -> tensor<16x8x8x32xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %a
    : tensor<16x8x8x32xf32> -> tensor<128x250xf32>
  return %1 : tensor<128x250xf32>
}
