// RUN: rmlir-opt %s --transform-interpreter=entry-point=all
// RUN: rmlir-opt %s --transform-interpreter=entry-point=small

// The block frees the buffer: 80 bytes.
func.func @freed(%x: f32, %i: index) -> f32 {
  %0 = memref.alloc() {alignment = 64 : i64} : memref<4x5xf32>
  %c3 = arith.constant 3 : index
  memref.store %x, %0[%c3, %c3] : memref<4x5xf32>
  %1 = memref.load %0[%c3, %c3] : memref<4x5xf32>
  memref.dealloc %0 : memref<4x5xf32>
  return %1 : f32
}

// 32 bytes, as rows of vectors have room for a power of two of elements.
func.func @vectors(%v: vector<3xi16>, %i: index) {
  %0 = memref.alloc() : memref<4xvector<3xi16>>
  memref.store %v, %0[%i] : memref<4xvector<3xi16>>
  memref.dealloc %0 : memref<4xvector<3xi16>>
  return
}

// Its size is not known.
func.func @dynamic(%n: index) {
  %0 = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %0 : memref<?xf32>
  return
}

// Another block frees it.
func.func @elsewhere(%c: i1) {
  %0 = memref.alloc() : memref<2xf32>
  scf.if %c {
    memref.dealloc %0 : memref<2xf32>
  }
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @all(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.memref.alloc_to_alloca
    } : !transform.any_op
    transform.yield
  }
  transform.named_sequence @small(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.memref.alloc_to_alloca size_limit(33)
    } : !transform.any_op
    transform.yield
  }
}
