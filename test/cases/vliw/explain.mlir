// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=perfect unroll=1})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=perfect unroll=1 mode=textbook})'
// What is found about a loop: here each iteration reads what the second one before it wrote.

func.func @smooth(%n: index, %x: memref<?xf32>, %k: f32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c2 to %n step %c1 {
    %before = arith.subi %i, %c2 : index
    %a = memref.load %x[%before] : memref<?xf32>
    %b = memref.load %x[%i] : memref<?xf32>
    %p = arith.mulf %a, %k : f32
    %s = arith.addf %p, %b : f32
    memref.store %s, %x[%i] : memref<?xf32>
  }
  return
}
