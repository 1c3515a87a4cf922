// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{stop-after=dependences}))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{stop-after=dependences value-based}))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-affine-schedule{value-based})'
// What is read was written in the same turn, which dependences on memory do not say; the last read is of the last turn.

func.func @handed_on(%a: memref<10xf64>, %b: memref<10xf64>, %x: memref<1xf64>) {
  affine.for %i = 0 to 10 {
    %0 = affine.load %a[%i] : memref<10xf64>
    affine.store %0, %x[0] : memref<1xf64>
    %1 = affine.load %x[0] : memref<1xf64>
    affine.store %1, %b[%i] : memref<10xf64>
  }
  %2 = affine.load %x[0] : memref<1xf64>
  affine.store %2, %a[0] : memref<10xf64>
  return
}
