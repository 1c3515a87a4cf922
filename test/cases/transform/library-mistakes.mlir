// RUN: rmlir-opt %s --transform-preload-library=transform-library-paths=%S/nowhere
// RUN: rmlir-opt %s --transform-preload-library=transform-library-paths=%s
// RUN: rmlir-opt %s --transform-preload-library=transform-library-paths=%S/library/marks.mlir,%S/library/marks.mlir
// RUN: rmlir-opt %s --transform-preload-library=transform-library-paths=%S/library --transform-interpreter --split-input-file

// No file, a file that is wrong, one that is read twice.
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @mark(%ops: !transform.any_op {transform.readonly}) -> !transform.any_op

  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}

// -----

// What is declared has to fit.
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @start(%ops: !transform.any_op {transform.consumed})

  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}

// -----

// There is one definition.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @start(%ops: !transform.any_op {transform.readonly}) {
    transform.yield
  }

  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}
