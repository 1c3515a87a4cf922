// Elements before the base: negative strides and offsets.

func.func @offset(%m: memref<3xi32, strided<[1], offset: -2>>, %v: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0 = memref.load %m[%c0] : memref<3xi32, strided<[1], offset: -2>>
  %1 = arith.xori %0, %v : i32
  memref.store %1, %m[%c2] : memref<3xi32, strided<[1], offset: -2>>
  return %0 : i32
}

func.func @stride(%m: memref<4xi64, strided<[-1]>>) -> i64 {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %0 = memref.load %m[%c3] : memref<4xi64, strided<[-1]>>
  memref.store %0, %m[%c0] : memref<4xi64, strided<[-1]>>
  return %0 : i64
}

func.func @both(%m: memref<2x3xi16, strided<[-3, 1], offset: 1>>) -> i16 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = memref.load %m[%c1, %c2] : memref<2x3xi16, strided<[-3, 1], offset: 1>>
  memref.store %0, %m[%c1, %c1] : memref<2x3xi16, strided<[-3, 1], offset: 1>>
  return %0 : i16
}

func.func @empty(%m: memref<0x3xi16, strided<[-3, 1], offset: -1>>) -> index {
  %c0 = arith.constant 0 : index
  %0 = memref.dim %m, %c0 : memref<0x3xi16, strided<[-3, 1], offset: -1>>
  return %0 : index
}
