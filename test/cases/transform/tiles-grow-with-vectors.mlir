// RUN: rmlir-opt %s --transform-interpreter --verify-diagnostics

// A size in brackets is multiplied by the vector scale.
func.func @scaled(%a: tensor<5x?xi8>, %b: tensor<?x4xi8>, %c: tensor<5x4xi8>) -> tensor<5x4xi8> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x?xi8>, tensor<?x4xi8>) outs(%c : tensor<5x4xi8>) -> tensor<5x4xi8>
  return %0 : tensor<5x4xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l:2 = transform.structured.tile_using_for %0 tile_sizes [2, 0, [4]] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
