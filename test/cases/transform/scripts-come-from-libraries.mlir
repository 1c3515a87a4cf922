// RUN: rmlir-opt %s --transform-preload-library=transform-library-paths=%S/library --transform-interpreter=entry-point=start --split-input-file
// RUN: rmlir-opt %s --transform-preload-library=transform-library-paths=%S/library/starts.mlir --transform-preload-library=transform-library-paths=%S/library/marks.mlir --transform-interpreter=entry-point=start --split-input-file
// RUN: rmlir-opt %s --transform-preload-library=transform-library-paths=%S/library --transform-interpreter --split-input-file

// The entry point of a library runs; what it declares is defined by another file.
func.func @f() {
  return
}

// -----

// A script that is there has the library merged into its module: declarations get their definitions, private symbols other
// names where both have them.
func.func @f() {
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence private @mark(%ops: !transform.any_op {transform.readonly})

  transform.named_sequence private @helper(%ops: !transform.any_op {transform.readonly}) {
    transform.annotate %ops "own" : !transform.any_op
    transform.yield
  }

  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.include @mark failures(propagate) (%0) : (!transform.any_op) -> ()
    transform.include @helper failures(propagate) (%0) : (!transform.any_op) -> ()
    transform.yield
  }
}
