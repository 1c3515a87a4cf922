// RUN: rmlir-opt %s --canonicalize --cse

module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%root: !transform.any_op {transform.readonly}) {
    // Nobody uses what is found, and finding it changes nothing.
    %unused = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %parent = transform.get_parent_op %unused : (!transform.any_op) -> !transform.any_op
    %number = transform.param.constant 1 : i64 -> !transform.param<i64>
    %count = transform.num_associations %root : (!transform.any_op) -> !transform.param<i64>
    // One of these is not as good as the other: what is found may have changed.
    %0 = transform.structured.match ops{["scf.if"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %0 "first" : !transform.any_op
    %1 = transform.structured.match ops{["scf.if"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "second" : !transform.any_op
    %2 = transform.loop.forall_to_parallel %1 : (!transform.any_op) -> !transform.any_op
    transform.print %root : !transform.any_op
    transform.yield
  }
}
