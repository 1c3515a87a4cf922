// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(scf-for-scalar-promotion))' --verify-semantics
// An element that a loop keeps in a value is the one at another index if the layout puts both there.

func.func @stride_of_zero(%b: memref<64xi32>, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %a = memref.reinterpret_cast %b to offset: [3], sizes: [8], strides: [0] : memref<64xi32> to memref<8xi32, strided<[0], offset: 3>>
  scf.for %i = %c1 to %c7 step %c1 {
    %x = memref.load %a[%c0] : memref<8xi32, strided<[0], offset: 3>>
    %y = arith.muli %x, %k : i32
    memref.store %y, %a[%c0] : memref<8xi32, strided<[0], offset: 3>>
    %z = memref.load %a[%i] : memref<8xi32, strided<[0], offset: 3>>
    %w = arith.addi %z, %k : i32
    memref.store %w, %a[%i] : memref<8xi32, strided<[0], offset: 3>>
  }
  return
}
func.func @stride_from_outside(%b: memref<64xi32>, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %a = memref.reinterpret_cast %b to offset: [0], sizes: [8], strides: [%c0] : memref<64xi32> to memref<8xi32, strided<[?]>>
  scf.for %i = %c1 to %c7 step %c1 {
    %x = memref.load %a[%c0] : memref<8xi32, strided<[?]>>
    %y = arith.muli %x, %k : i32
    memref.store %y, %a[%c0] : memref<8xi32, strided<[?]>>
    %z = memref.load %a[%i] : memref<8xi32, strided<[?]>>
    %w = arith.addi %z, %k : i32
    memref.store %w, %a[%i] : memref<8xi32, strided<[?]>>
  }
  return
}
func.func @rows_overlap(%a: memref<8x8xi32, strided<[1, 1]>>, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %c0 to %c7 step %c1 {
    %x = memref.load %a[%c0, %c1] : memref<8x8xi32, strided<[1, 1]>>
    %y = arith.muli %x, %k : i32
    memref.store %y, %a[%c0, %c1] : memref<8x8xi32, strided<[1, 1]>>
    %z = memref.load %a[%c1, %c0] : memref<8x8xi32, strided<[1, 1]>>
    %w = arith.addi %z, %k : i32
    memref.store %w, %a[%c1, %c0] : memref<8x8xi32, strided<[1, 1]>>
  }
  return
}
func.func @cast(%a: memref<8xi32>, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %b = memref.cast %a : memref<8xi32> to memref<?xi32>
  scf.for %i = %c1 to %c7 step %c1 {
    %x = memref.load %a[%c0] : memref<8xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %a[%c0] : memref<8xi32>
    memref.store %k, %b[%i] : memref<?xi32>
  }
  return
}
