// Views are an address and strides; variables have a section; buffers are in the frame or from malloc.
// RUN: rmlir-translate --to-hexagon %s

memref.global "private" constant @table : memref<3xi16> = dense<[1, -2, 3]>
memref.global @counts : memref<4xi32> = uninitialized
memref.global "private" @elsewhere : memref<2xf32>

func.func @block(%x: memref<8x8xi32>, %i: index, %j: index) -> i32 {
  %block = memref.subview %x[%i, 2] [4, 2] [1, 3] : memref<8x8xi32> to memref<4x2xi32, strided<[8, 3], offset: ?>>
  %v = memref.load %block[%j, %j] : memref<4x2xi32, strided<[8, 3], offset: ?>>
  return %v : i32
}

func.func @variables(%i: index) -> i16 {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %table = memref.get_global @table : memref<3xi16>
  %counts = memref.get_global @counts : memref<4xi32>
  %elsewhere = memref.get_global @elsewhere : memref<2xf32>
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %elsewhere[%c1] : memref<2xf32>
  %n = memref.load %counts[%i] : memref<4xi32>
  %m = arith.addi %n, %one : i32
  memref.store %m, %counts[%i] : memref<4xi32>
  %v = memref.load %table[%i] : memref<3xi16>
  return %v : i16
}

func.func @buffer(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %buffer = memref.alloc(%n) : memref<?x3xi64>
  %size = memref.dim %buffer, %c0 : memref<?x3xi64>
  memref.dealloc %buffer : memref<?x3xi64>
  return %size : index
}
