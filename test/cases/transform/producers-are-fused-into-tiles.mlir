// RUN: rmlir-opt %s --transform-interpreter --split-input-file
// RUN: rmlir-opt %s --transform-interpreter --cse --canonicalize --split-input-file

// What the sums start with is filled in tile by tile; the loops start with what would have been filled.
func.func @destination(%a: tensor<5x3xi8>, %b: tensor<3x4xi8>, %c: tensor<5x4xi8>, %x: i8) -> tensor<5x4xi8> {
  %0 = linalg.fill ins(%x : i8) outs(%c : tensor<5x4xi8>) -> tensor<5x4xi8>
  %1 = linalg.matmul ins(%a, %b : tensor<5x3xi8>, tensor<3x4xi8>) outs(%0 : tensor<5x4xi8>) -> tensor<5x4xi8>
  return %1 : tensor<5x4xi8>
}

// What is summed is computed where it is needed, although that is more than once. What has another use stays.
func.func @input(%a: tensor<5x3xi8>, %b: tensor<3x4xi8>, %c: tensor<5x4xi8>, %d: tensor<5x3xi8>) -> (tensor<5x4xi8>, tensor<5x3xi8>) {
  %0 = linalg.add ins(%a, %a : tensor<5x3xi8>, tensor<5x3xi8>) outs(%d : tensor<5x3xi8>) -> tensor<5x3xi8>
  %1 = linalg.matmul ins(%0, %b : tensor<5x3xi8>, tensor<3x4xi8>) outs(%c : tensor<5x4xi8>) -> tensor<5x4xi8>
  return %1, %0 : tensor<5x4xi8>, tensor<5x3xi8>
}

// One after the other, of unknown sizes.
func.func @chain(%a: tensor<?x?xi8>, %b: tensor<?x?xi8>, %c: tensor<?x?xi8>, %x: i8) -> tensor<?x?xi8> {
  %0 = linalg.fill ins(%x : i8) outs(%c : tensor<?x?xi8>) -> tensor<?x?xi8>
  %1 = linalg.sub ins(%a, %0 : tensor<?x?xi8>, tensor<?x?xi8>) outs(%c : tensor<?x?xi8>) -> tensor<?x?xi8>
  %2 = linalg.matmul ins(%1, %b : tensor<?x?xi8>, tensor<?x?xi8>) outs(%c : tensor<?x?xi8>) -> tensor<?x?xi8>
  return %2 : tensor<?x?xi8>
}

// Of rows that were read in another order only columns are needed.
func.func @transposed(%a: tensor<4x6xi8>, %b: tensor<6x4xi8>) -> tensor<6x4xi8> {
  %0 = linalg.transpose ins(%a : tensor<4x6xi8>) outs(%b : tensor<6x4xi8>) permutation = [1, 0]
  %1 = linalg.mul ins(%0, %0 : tensor<6x4xi8>, tensor<6x4xi8>) outs(%b : tensor<6x4xi8>) -> tensor<6x4xi8>
  return %1 : tensor<6x4xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul", "linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l:2 = transform.structured.fuse %0 tile_sizes [2, 3] interchange [1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Sums over several tiles go on where they were: they are not filled in again in each tile.
func.func @sums(%a: tensor<4x6xi8>, %b: tensor<6x4xi8>, %c: tensor<4x4xi8>, %x: i8) -> tensor<4x4xi8> {
  %0 = linalg.fill ins(%x : i8) outs(%c : tensor<4x4xi8>) -> tensor<4x4xi8>
  %1 = linalg.matmul ins(%a, %b : tensor<4x6xi8>, tensor<6x4xi8>) outs(%0 : tensor<4x4xi8>) -> tensor<4x4xi8>
  return %1 : tensor<4x4xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l:2 = transform.structured.fuse %0 tile_sizes [2, 0, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The same with one loop for all tiles; sizes and the order are parameters.
func.func @threads(%a: tensor<5x?xi8>, %b: tensor<?x4xi8>, %c: tensor<5x4xi8>, %x: i8) -> tensor<5x4xi8> {
  %0 = linalg.fill ins(%x : i8) outs(%c : tensor<5x4xi8>) -> tensor<5x4xi8>
  %1 = linalg.matmul ins(%a, %b : tensor<5x?xi8>, tensor<?x4xi8>) outs(%0 : tensor<5x4xi8>) -> tensor<5x4xi8>
  return %1 : tensor<5x4xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %one = transform.param.constant 1 : i64 -> !transform.any_param
    %1, %l = transform.structured.fuse %0 tile_sizes [%one, 2] interchange [%one, 0] {use_forall} : (!transform.any_op, !transform.any_param, !transform.any_param) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
