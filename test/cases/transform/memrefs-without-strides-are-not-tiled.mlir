// RUN: rmlir-opt %s --transform-interpreter --verify-diagnostics

// Parts of a memref are made of strides, which this one does not have.
#folded = affine_map<(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)>
func.func @fill(%m: memref<8x8xf32, #folded>, %x: f32) {
  linalg.fill ins(%x : f32) outs(%m : memref<8x8xf32, #folded>)
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{failed to tile operation}}
    %1, %l:2 = transform.structured.tile_using_for %0 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
