// RUN: rmlir-opt %s --split-input-file --allow-unregistered-dialect --transform-interpreter

// Only the first two are named.

func.func @named(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c4 {
    %a = affine.min affine_map<(d0)[s0] -> (d0, s0)>(%i)[%n]
    %b = affine.min affine_map<(d0)[s0] -> (d0 + 1, s0 + 3)>(%i)[%n]
    %c = affine.max affine_map<(d0)[s0] -> (d0, s0)>(%i)[%n]
    "x"(%a, %b, %c) : (index, index, index) -> ()
  }
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %min = transform.structured.match ops{["affine.min"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.affine.simplify_min_max_affine_ops %min : !transform.any_op
    transform.yield
  }
}

// -----

func.func @unknown(%n: index, %m: index) {
  %a = affine.min affine_map<()[s0, s1] -> (s0, s1)>()[%n, %m]
  "x"(%a) : (index) -> ()
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %min = transform.structured.match ops{["affine.min"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.affine.simplify_min_max_affine_ops %min : !transform.any_op
    transform.yield
  }
}

// -----

func.func @another(%n: index, %m: index) {
  %a = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%n, %m]
  "x"(%a) : (index) -> ()
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %apply = transform.structured.match ops{["affine.apply"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.affine.simplify_min_max_affine_ops %apply : !transform.any_op
    transform.yield
  }
}
