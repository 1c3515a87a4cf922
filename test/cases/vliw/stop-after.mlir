// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=toy_fig2 stop-after=graph})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=toy_fig2 stop-after=bounds})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=toy_fig2 stop-after=times})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=toy_fig2 stop-after=order})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=toy_fig2 mode=hrms stop-after=schedule})'
// Each step of the paper can be the last that is shown.

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
