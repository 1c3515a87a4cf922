// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(slp-vectorize))' --remarks-filter=slp-vectorize -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(slp-vectorize))' --remarks-filter-passed=slp-vectorize -o /dev/null

// Four stores become one.
func.func @vectorized(%x: memref<8xf32>, %y: memref<8xf32>, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = memref.load %x[%c0] : memref<8xf32>
  %b = memref.load %x[%c1] : memref<8xf32>
  %c = memref.load %x[%c2] : memref<8xf32>
  %d = memref.load %x[%c3] : memref<8xf32>
  %e = arith.mulf %a, %s : f32
  %f = arith.mulf %b, %s : f32
  %g = arith.mulf %c, %s : f32
  %h = arith.mulf %d, %s : f32
  memref.store %e, %y[%c0] : memref<8xf32>
  memref.store %f, %y[%c1] : memref<8xf32>
  memref.store %g, %y[%c2] : memref<8xf32>
  memref.store %h, %y[%c3] : memref<8xf32>
  return
}

// The values have nothing in common: vectors of them gain nothing.
func.func @no_gain(%y: memref<8xf32>, %a: f32, %b: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %a, %y[%c0] : memref<8xf32>
  memref.store %b, %y[%c1] : memref<8xf32>
  return
}

// What the call does to memory is unknown.
func.func @a_call_between(%x: memref<8xf32>, %y: memref<8xf32>, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.load %x[%c0] : memref<8xf32>
  %b = memref.load %x[%c1] : memref<8xf32>
  %e = arith.mulf %a, %s : f32
  %f = arith.mulf %b, %s : f32
  memref.store %e, %y[%c0] : memref<8xf32>
  call @unknown() : () -> ()
  memref.store %f, %y[%c1] : memref<8xf32>
  return
}
func.func private @unknown()

// Vectors do not hold elements that fill no bytes.
func.func @bits(%y: memref<8xi1>, %a: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %a, %y[%c0] : memref<8xi1>
  memref.store %a, %y[%c1] : memref<8xi1>
  return
}
