// RUN: rmlir-opt %s --bufferization-lower-deallocations

// One buffer is compared with those retained; for several there is a function.

func.func @one(%a: memref<2xf32>, %b: memref<?xf32>, %c: i1) -> i1 {
  bufferization.dealloc (%a : memref<2xf32>) if (%c)
  %0 = bufferization.dealloc (%a : memref<2xf32>) if (%c) retain (%b : memref<?xf32>)
  return %0 : i1
}

func.func @two(%a: memref<2xf32>, %b: memref<?xf32>, %r: memref<4xf32>, %c: i1, %d: i1) -> i1 {
  %0 = bufferization.dealloc (%a, %b : memref<2xf32>, memref<?xf32>) if (%c, %d) retain (%r : memref<4xf32>)
  return %0 : i1
}
