// Two buffers are compared by a function, which a pass on functions cannot add.
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(bufferization-lower-deallocations))'

func.func @two(%a: memref<2xf32>, %b: memref<?xf32>, %c: i1, %d: i1) {
  bufferization.dealloc (%a, %b : memref<2xf32>, memref<?xf32>) if (%c, %d)
  return
}
