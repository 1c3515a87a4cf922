// RUN: rmlir-opt %s --transform-interpreter --allow-unregistered-dialect

func.func @f(%n: index) -> (index, index, index) {
  %lane = "lane"() : () -> index
  %0 = affine.min affine_map<()[s0] -> (s0, 32)>()[%lane]
  %1 = affine.max affine_map<()[s0] -> (s0 + 1, 0)>()[%lane]
  %2 = affine.min affine_map<()[s0, s1] -> (s0, s1)>()[%lane, %n]
  return %0, %1, %2 : index, index, index
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %targets = transform.structured.match ops{["affine.min", "affine.max"]} in %root : (!transform.any_op) -> !transform.any_op
    %lane = transform.structured.match ops{["lane"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.affine.simplify_bounded_affine_ops %targets with [%lane : !transform.any_op] within [0] and [32] : !transform.any_op
    transform.yield
  }
}
