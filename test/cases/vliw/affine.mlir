// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=perfect unroll=1 stop-after=graph})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=perfect unroll=1})' --remarks-filter-missed=vliw-pipeline
// Affine loops are pipelined as what they are lowered to; one that cannot be stays as it is.

func.func @difference(%x: memref<?xf32>, %n: index) {
  affine.for %i = 2 to %n {
    %a = affine.load %x[%i - 2] : memref<?xf32>
    %b = affine.load %x[%i] : memref<?xf32>
    %d = arith.subf %b, %a : f32
    affine.store %d, %x[%i] : memref<?xf32>
  }
  return
}

func.func private @g()

func.func @calls(%n: index) {
  affine.for %i = 0 to %n {
    func.call @g() : () -> ()
  }
  return
}
