// RUN: rmlir-opt %s --transform-interpreter --verify-semantics=10

// What stores a buffer in another one writes to that one: the buffer may be read by the other name. (22 erases the store.)

func.func @stored(%box: memref<1xmemref<4xf32>>, %x: f32) {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<4xf32>
  memref.store %x, %m[%c0] : memref<4xf32>
  memref.store %m, %box[%c0] : memref<1xmemref<4xf32>>
  return
}

func.func @stored_view(%box: memref<1xmemref<?xf32>>, %x: f32) {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<4xf32>
  memref.store %x, %m[%c0] : memref<4xf32>
  %v = memref.cast %m : memref<4xf32> to memref<?xf32>
  affine.store %v, %box[0] : memref<1xmemref<?xf32>>
  return
}

func.func @stored_and_loaded(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %box = memref.alloca() : memref<1xmemref<4xf32>>
  %m = memref.alloc() : memref<4xf32>
  memref.store %m, %box[%c0] : memref<1xmemref<4xf32>>
  memref.store %x, %m[%c0] : memref<4xf32>
  %l = memref.load %box[%c0] : memref<1xmemref<4xf32>>
  %r = memref.load %l[%c0] : memref<4xf32>
  return %r : f32
}

func.func @dead(%x: f32) {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<4xf32>
  memref.store %x, %m[%c0] : memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.memref.erase_dead_alloc_and_stores %f : (!transform.any_op) -> ()
    transform.yield
  }
}
