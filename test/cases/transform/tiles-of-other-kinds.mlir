// RUN: rmlir-opt %s --transform-interpreter --cse --split-input-file

// Variables of threads that are where tiles start, in another order.
func.func @starts(%a: tensor<5x?xi8>, %b: tensor<?x4xi8>, %c: tensor<5x4xi8>) -> tensor<5x4xi8> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x?xi8>, tensor<?x4xi8>) outs(%c : tensor<5x4xi8>) -> tensor<5x4xi8>
  return %0 : tensor<5x4xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.test.tile_using_forall %0 [2, 3] interchange = [1, 0] mapping = [#gpu.block<y>, #gpu.block<x>] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// What a tile is computed from is computed in the same thread.
func.func @fused(%a: tensor<5x3xi8>, %b: tensor<3x4xi8>, %c: tensor<5x4xi8>, %x: i8) -> tensor<5x4xi8> {
  %0 = linalg.fill ins(%x : i8) outs(%c : tensor<5x4xi8>) -> tensor<5x4xi8>
  %1 = linalg.matmul ins(%a, %b : tensor<5x3xi8>, tensor<3x4xi8>) outs(%0 : tensor<5x4xi8>) -> tensor<5x4xi8>
  return %1 : tensor<5x4xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.test.fuse_using_forall %0 [2, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// One loop that counts all tiles.
func.func @counted(%a: tensor<5x?xi8>, %b: tensor<?x4xi8>, %c: tensor<5x4xi8>) -> tensor<5x4xi8> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x?xi8>, tensor<?x4xi8>) outs(%c : tensor<5x4xi8>) -> tensor<5x4xi8>
  return %0 : tensor<5x4xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.test.tile_using_custom_loop %0 tile_sizes = [2, 4, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
