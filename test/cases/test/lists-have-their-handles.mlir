// RUN: rmlir-opt %s --split-input-file --verify-diagnostics

// mlir-opt does not look for a handle.
// A size that nothing stands for.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error@below {{expected 1 dynamic tile_sizes values}}
    %1:2 = "transform.structured.fuse"(%root) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_tile_sizes = array<i64: -9223372036854775808>}> : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error@below {{expected 1 dynamic num_threads values}}
    %1:2 = "transform.structured.tile_using_forall"(%root) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>, static_num_threads = array<i64: -9223372036854775808>}> : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
