// RUN: rmlir-opt %s --optimize-allocation-liveness

// The buffer is freed after the last use of a view of it.

func.func @early(%m: memref<4xf32>) {
  %0 = memref.alloc() : memref<8xf32>
  %1 = memref.subview %0[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  memref.copy %m, %1 : memref<4xf32> to memref<4xf32, strided<[1]>>
  %2 = memref.alloc() : memref<4xf32>
  memref.copy %m, %2 : memref<4xf32> to memref<4xf32>
  memref.dealloc %0 : memref<8xf32>
  memref.dealloc %2 : memref<4xf32>
  return
}
