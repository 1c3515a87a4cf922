// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(if-convert),vliw-pipeline{machine=gp4 mode=list})'
// A branch in a loop becomes predicates, and slots that are executed under them.

func.func @raise(%n: index, %x: memref<?xi32>, %low: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xi32>
    %below = arith.cmpi slt, %v, %low : i32
    scf.if %below {
      memref.store %low, %x[%i] : memref<?xi32>
    }
  }
  return
}
