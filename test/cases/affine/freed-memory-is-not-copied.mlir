// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-data-copy-generate))'

// What is stored would be copied back after the buffer is freed.
func.func @freed() -> i64 {
  %m = memref.alloc() : memref<8xi64>
  %c = arith.constant 7 : i64
  affine.store %c, %m[5] : memref<8xi64>
  %0 = affine.load %m[5] : memref<8xi64>
  memref.dealloc %m : memref<8xi64>
  return %0 : i64
}

// Another load would read what is not copied back yet.
func.func @read(%m: memref<8xi64>, %i: index) -> i64 {
  %c0 = arith.constant 0 : i64
  affine.store %c0, %m[5] : memref<8xi64>
  %c5 = arith.constant 5 : index
  %0 = memref.load %m[%c5] : memref<8xi64>
  return %0 : i64
}

// Memory that is only read may be freed before the buffer is.
func.func @only_read() -> i64 {
  %m = memref.alloc() : memref<8xi64>
  %c = arith.constant 7 : i64
  %c5 = arith.constant 5 : index
  memref.store %c, %m[%c5] : memref<8xi64>
  %0 = affine.load %m[5] : memref<8xi64>
  memref.dealloc %m : memref<8xi64>
  return %0 : i64
}
