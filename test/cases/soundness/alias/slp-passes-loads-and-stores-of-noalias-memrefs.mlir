// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(slp-vectorize))' --verify-semantics
// Stores move down past a load only if that is of other memory.

func.func @marked(%a: memref<8xf32>, %b: memref<8xf32> {llvm.noalias}, %s: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %a[%c0] : memref<8xf32>
  %p = arith.mulf %x, %s : f32
  memref.store %p, %b[%c0] : memref<8xf32>
  %y = memref.load %a[%c1] : memref<8xf32>
  %q = arith.mulf %y, %s : f32
  memref.store %q, %b[%c1] : memref<8xf32>
  return %y : f32
}

func.func @not_marked(%a: memref<8xf32>, %b: memref<8xf32>, %s: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %a[%c0] : memref<8xf32>
  %p = arith.mulf %x, %s : f32
  memref.store %p, %b[%c0] : memref<8xf32>
  %y = memref.load %a[%c1] : memref<8xf32>
  %q = arith.mulf %y, %s : f32
  memref.store %q, %b[%c1] : memref<8xf32>
  return %y : f32
}

// The pointer of a marked argument comes back from memory.
func.func @captured(%a: memref<8xf32> {llvm.noalias}, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = memref.alloca() : memref<1xmemref<8xf32>>
  memref.store %a, %h[%c0] : memref<1xmemref<8xf32>>
  %v = memref.load %h[%c0] : memref<1xmemref<8xf32>>
  %b = memref.subview %v[1] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 1>>
  %x = memref.load %a[%c0] : memref<8xf32>
  %p = arith.mulf %x, %s : f32
  memref.store %p, %b[%c0] : memref<4xf32, strided<[1], offset: 1>>
  %y = memref.load %a[%c1] : memref<8xf32>
  %q = arith.mulf %y, %s : f32
  memref.store %q, %b[%c1] : memref<4xf32, strided<[1], offset: 1>>
  return
}

memref.global "private" @one : memref<8xf32> = dense<1.0>
memref.global "private" @other : memref<8xf32> = dense<2.0>

func.func @globals(%s: f32) {
  %a = memref.get_global @one : memref<8xf32>
  %b = memref.get_global @other : memref<8xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %a[%c0] : memref<8xf32>
  %p = arith.mulf %x, %s : f32
  memref.store %p, %b[%c0] : memref<8xf32>
  %y = memref.load %a[%c1] : memref<8xf32>
  %q = arith.mulf %y, %s : f32
  memref.store %q, %b[%c1] : memref<8xf32>
  return
}

func.func @one_global(%s: f32) {
  %a = memref.get_global @one : memref<8xf32>
  %b = memref.get_global @one : memref<8xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = memref.load %a[%c0] : memref<8xf32>
  %p = arith.mulf %x, %s : f32
  memref.store %p, %b[%c1] : memref<8xf32>
  %y = memref.load %a[%c1] : memref<8xf32>
  %q = arith.mulf %y, %s : f32
  memref.store %q, %b[%c2] : memref<8xf32>
  return
}

func.func @distinct_objects(%m: memref<8xf32>, %n: memref<8xf32>, %s: f32) {
  %d:2 = memref.distinct_objects %m, %n : memref<8xf32>, memref<8xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %d#0[%c0] : memref<8xf32>
  %p = arith.mulf %x, %s : f32
  memref.store %p, %d#1[%c0] : memref<8xf32>
  %y = memref.load %d#0[%c1] : memref<8xf32>
  %q = arith.mulf %y, %s : f32
  memref.store %q, %d#1[%c1] : memref<8xf32>
  return
}
