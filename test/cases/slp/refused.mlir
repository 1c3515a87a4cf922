// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(slp-vectorize))'
// What may not run at once, or does not pay, stays as it is.

// The second element is loaded after the first one was stored, perhaps there: the arguments may be the same memory.
func.func @mixed(%a: memref<4xi32>, %b: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = memref.load %a[%c0] : memref<4xi32>
  memref.store %a0, %b[%c0] : memref<4xi32>
  %a1 = memref.load %a[%c1] : memref<4xi32>
  memref.store %a1, %b[%c1] : memref<4xi32>
  return
}

// In one memref it is known that they are not.
func.func @known(%a: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a0 = memref.load %a[%c0] : memref<4xi32>
  memref.store %a0, %a[%c2] : memref<4xi32>
  %a1 = memref.load %a[%c1] : memref<4xi32>
  memref.store %a1, %a[%c3] : memref<4xi32>
  return
}

// Nobody knows what is called.
func.func private @unknown()
func.func @called(%a: memref<4xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %x, %a[%c0] : memref<4xi32>
  func.call @unknown() : () -> ()
  memref.store %x, %a[%c1] : memref<4xi32>
  return
}

// Operations of different kinds: to put their results together costs more than one store less.
func.func @different(%a: memref<4xi32>, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = arith.addi %x, %y : i32
  %t = arith.muli %x, %y : i32
  memref.store %s, %a[%c0] : memref<4xi32>
  memref.store %t, %a[%c1] : memref<4xi32>
  return
}
