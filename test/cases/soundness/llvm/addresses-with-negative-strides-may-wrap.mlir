// RUN: rmlir-opt %s --finalize-memref-to-llvm --verify-semantics=20

// The product of an index and a negative stride wraps as an unsigned number. (22 says it does not: the address is poison.)

func.func @backward(%m: memref<8x8xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %b = memref.reinterpret_cast %m to offset: [63], sizes: [8, 8], strides: [-8, -1] : memref<8x8xf32> to memref<8x8xf32, strided<[-8, -1], offset: 63>>
  %r = memref.load %b[%c1, %c1] : memref<8x8xf32, strided<[-8, -1], offset: 63>>
  return %r : f32
}

func.func @stored(%m: memref<8xi32>, %x: i32) {
  %c3 = arith.constant 3 : index
  %b = memref.reinterpret_cast %m to offset: [7], sizes: [4], strides: [-2] : memref<8xi32> to memref<4xi32, strided<[-2], offset: 7>>
  memref.store %x, %b[%c3] : memref<4xi32, strided<[-2], offset: 7>>
  return
}

func.func @mixed(%m: memref<4x4xf64>) -> f64 {
  %c2 = arith.constant 2 : index
  %b = memref.reinterpret_cast %m to offset: [3], sizes: [4, 4], strides: [4, -1] : memref<4x4xf64> to memref<4x4xf64, strided<[4, -1], offset: 3>>
  %r = memref.load %b[%c2, %c2] : memref<4x4xf64, strided<[4, -1], offset: 3>>
  return %r : f64
}

func.func @atomic(%m: memref<8xi32>, %x: i32) -> i32 {
  %c3 = arith.constant 3 : index
  %b = memref.reinterpret_cast %m to offset: [7], sizes: [4], strides: [-2] : memref<8xi32> to memref<4xi32, strided<[-2], offset: 7>>
  %r = memref.atomic_rmw addi %x, %b[%c3] : (i32, memref<4xi32, strided<[-2], offset: 7>>) -> i32
  return %r : i32
}

func.func @at_zero(%m: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %b = memref.reinterpret_cast %m to offset: [7], sizes: [8], strides: [-1] : memref<8xf32> to memref<8xf32, strided<[-1], offset: 7>>
  %r = memref.load %b[%c0] : memref<8xf32, strided<[-1], offset: 7>>
  return %r : f32
}
