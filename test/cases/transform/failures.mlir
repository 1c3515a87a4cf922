// RUN: rmlir-opt %s --transform-interpreter --split-input-file

// A failure that leaves the payload as it was can be silenced.
func.func @f() {
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.sequence %root : !transform.any_op failures(suppress) {
    ^bb0(%arg: !transform.any_op):
      %0 = transform.structured.match ops{["func.func"]} in %arg : (!transform.any_op) -> !transform.any_op
      %1 = transform.loop.forall_to_parallel %0 : (!transform.any_op) -> !transform.any_op
      transform.yield
    }
    transform.yield
  }
}

// -----

// Else it ends the script.
func.func @f() {
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.loop.forall_to_parallel %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// What was consumed is gone, with what was in it.
func.func @f(%n: index) {
  scf.forall (%i) in (%n) {
    %0 = arith.addi %i, %n : index
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["arith.addi"]} in %root : (!transform.any_op) -> !transform.any_op
    %2 = transform.loop.forall_to_parallel %0 : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "gone" : !transform.any_op
    transform.yield
  }
}

// -----

module {}
