// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=toy_fig2 mode=exact})'
// What is proved: why the loads cannot start more often, and how many registers live at least.

func.func @both(%n: index, %x: memref<?xf32>, %k: f32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c2 to %n step %c1 {
    %1 = arith.subi %i, %c1 : index
    %a = memref.load %x[%1] : memref<?xf32>
    %2 = arith.subi %i, %c2 : index
    %b = memref.load %x[%2] : memref<?xf32>
    %p = arith.mulf %a, %k : f32
    %q = arith.mulf %b, %k : f32
    %s = arith.addf %p, %q : f32
    memref.store %s, %x[%i] : memref<?xf32>
  }
  return
}
