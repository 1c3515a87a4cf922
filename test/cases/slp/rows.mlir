// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(slp-vectorize))'
// Stores in a row become one, with what makes the values stored.

// Elements of a row, a value that is the same for all, numbers of their own; operands in any order.
func.func @scaled(%a: memref<16xf32>, %b: memref<16xf32>, %s: f32, %i: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %i1 = arith.addi %i, %c1 : index
  %i2 = arith.addi %c2, %i : index
  %i3 = arith.addi %i1, %c2 : index
  %k0 = arith.constant 1.0 : f32
  %k1 = arith.constant 2.0 : f32
  %k2 = arith.constant 3.0 : f32
  %k3 = arith.constant 4.0 : f32
  %a0 = memref.load %a[%i] : memref<16xf32>
  %a1 = memref.load %a[%i1] : memref<16xf32>
  %a2 = memref.load %a[%i2] : memref<16xf32>
  %a3 = memref.load %a[%i3] : memref<16xf32>
  %m0 = arith.mulf %a0, %s : f32
  %m1 = arith.mulf %s, %a1 : f32
  %m2 = arith.mulf %a2, %s : f32
  %m3 = arith.mulf %s, %a3 : f32
  %s0 = arith.addf %m0, %k0 : f32
  %s1 = arith.addf %m1, %k1 : f32
  %s2 = arith.addf %m2, %k2 : f32
  %s3 = arith.addf %m3, %k3 : f32
  memref.store %s3, %b[%i3] : memref<16xf32>
  memref.store %s1, %b[%i1] : memref<16xf32>
  memref.store %s0, %b[%i] : memref<16xf32>
  memref.store %s2, %b[%i2] : memref<16xf32>
  return
}

// Loaded in another order: a shuffle.
func.func @turned(%a: memref<4xi32>, %b: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a0 = memref.load %a[%c3] : memref<4xi32>
  %a1 = memref.load %a[%c2] : memref<4xi32>
  %a2 = memref.load %a[%c1] : memref<4xi32>
  %a3 = memref.load %a[%c0] : memref<4xi32>
  memref.store %a0, %b[%c0] : memref<4xi32>
  memref.store %a1, %b[%c1] : memref<4xi32>
  memref.store %a2, %b[%c2] : memref<4xi32>
  memref.store %a3, %b[%c3] : memref<4xi32>
  return
}

// A value that is needed by others stays, and so does its load.
func.func @kept(%a: memref<4xi32>, %b: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a0 = memref.load %a[%c0] : memref<4xi32>
  %a1 = memref.load %a[%c1] : memref<4xi32>
  %a2 = memref.load %a[%c2] : memref<4xi32>
  %a3 = memref.load %a[%c3] : memref<4xi32>
  %m0 = arith.muli %a0, %a0 : i32
  %m1 = arith.muli %a1, %a1 : i32
  %m2 = arith.muli %a2, %a2 : i32
  %m3 = arith.muli %a3, %a3 : i32
  memref.store %m0, %b[%c0] : memref<4xi32>
  memref.store %m1, %b[%c1] : memref<4xi32>
  memref.store %m2, %b[%c2] : memref<4xi32>
  memref.store %m3, %b[%c3] : memref<4xi32>
  return %m2 : i32
}
