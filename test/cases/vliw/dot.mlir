// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=toy_fig2})'
// Pipelined code with prologue, kernel and epilogue, code for single iterations, and what counts their rounds.

func.func @dot(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = memref.load %y[%i] : memref<?xf32>
    %p = arith.mulf %a, %b : f32
    %next = arith.addf %acc, %p : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
