// RUN: rmlir-opt %s

// Another one, which uses the first and is an entry point.
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @mark(%ops: !transform.any_op {transform.readonly})

  transform.named_sequence @start(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.include @mark failures(propagate) (%0) : (!transform.any_op) -> ()
    transform.yield
  }
}
