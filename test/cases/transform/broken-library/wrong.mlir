// RUN: rmlir-opt %s --verify-diagnostics

// A library that is wrong says so where it is.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expected ':'}}
    transform.annotate %root "mark"
  }
}
