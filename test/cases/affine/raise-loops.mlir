// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(raise-scf-to-affine))'
// Loops of scf become those of affine where bounds are affine and steps are positive constants.

func.func @nest(%n: index, %m: memref<?x?xf32>, %start: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %sum = scf.for %i = %c0 to %n step %c2 iter_args(%acc = %start) -> (f32) {
    %end = arith.addi %i, %c2 : index
    %inner = scf.for %j = %i to %end step %c1 iter_args(%part = %acc) -> (f32) {
      %x = memref.load %m[%i, %j] : memref<?x?xf32>
      %next = arith.addf %part, %x : f32
      scf.yield %next : f32
    } {kept = "as it is"}
    scf.yield %inner : f32
  }
  return %sum : f32
}

// A step that is not known, a bound from memory, another type, and numbers without sign.
func.func @others(%n: index, %step: index, %m: memref<?xindex>, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %step {
    %end = memref.load %m[%i] : memref<?xindex>
    scf.for %j = %c0 to %end step %c1 {
      memref.store %j, %m[%i] : memref<?xindex>
    }
  }
  scf.for %i = %zero to %k step %one : i32 {
    %at = arith.index_cast %i : i32 to index
    memref.store %c0, %m[%at] : memref<?xindex>
  }
  scf.for unsigned %i = %c0 to %n step %c1 {
    memref.store %c1, %m[%i] : memref<?xindex>
  }
  return
}
