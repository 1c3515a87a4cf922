// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=perfect unroll=1})'
// What is read moves twice as fast as what is written, and is never behind it: no iteration waits for one before.
func.func @f(%n: index, %x: memref<?xf32>, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %n step %c1 {
    %twice = arith.muli %i, %c2 : index
    %ahead = arith.addi %twice, %c3 : index
    %a = memref.load %x[%ahead] : memref<?xf32>
    %b = memref.load %x[%twice] : memref<?xf32>
    %p = arith.mulf %a, %k : f32
    %s = arith.addf %p, %b : f32
    memref.store %s, %x[%i] : memref<?xf32>
  }
  return
}
