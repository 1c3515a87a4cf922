// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=itanium2})'
// With rotating registers one kernel does: names move on by one each interval.

func.func @scale(%n: index, %x: memref<?xf32>, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = arith.mulf %a, %k : f32
    memref.store %b, %x[%i] : memref<?xf32>
  }
  return
}
