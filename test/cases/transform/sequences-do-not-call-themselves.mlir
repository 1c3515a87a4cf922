// RUN: rmlir-opt %s --verify-diagnostics --split-input-file

// A script that includes itself would not end.
module attributes {transform.with_named_sequence} {
  // expected-error @below {{recursion not allowed in named sequences}}
  transform.named_sequence @again(%ops: !transform.any_op {transform.readonly}) {
    transform.include @again failures(propagate) (%ops) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @below {{operation on recursion stack}}
  transform.named_sequence @ping(%ops: !transform.any_op {transform.readonly}) {
    transform.include @pong failures(propagate) (%ops) : (!transform.any_op) -> ()
    transform.yield
  }
  // expected-error @below {{recursion not allowed in named sequences}}
  transform.named_sequence @pong(%ops: !transform.any_op {transform.readonly}) {
    transform.include @ping failures(propagate) (%ops) : (!transform.any_op) -> ()
    transform.yield
  }
}
