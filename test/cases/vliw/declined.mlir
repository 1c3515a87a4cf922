// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline)' --remarks-filter-missed=vliw-pipeline
// Loops that are left as they are, with the reason.

func.func private @g()

func.func @calls(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    func.call @g() : () -> ()
  }
  return
}

func.func @branches(%n: index, %c: i1, %x: memref<?xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      memref.store %v, %x[%i] : memref<?xi32>
    }
  }
  return
}

func.func @unsigned(%n: index, %x: memref<?xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for unsigned %i = %c0 to %n step %c1 {
    memref.store %v, %x[%i] : memref<?xi32>
  }
  return
}
