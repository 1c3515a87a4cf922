// RUN: rmlir-opt %s

// A library: what other scripts preload.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @mark(%ops: !transform.any_op {transform.readonly}) {
    transform.include @helper failures(propagate) (%ops) : (!transform.any_op) -> ()
    transform.yield
  }

  transform.named_sequence private @helper(%ops: !transform.any_op {transform.readonly}) {
    transform.annotate %ops "from.library" : !transform.any_op
    transform.yield
  }
}
