// A check of the index in a tile takes the induction variables as they are, and bounds as signed.
// RUN: rmlir-opt %s --scf-parallel-loop-tiling="parallel-loop-tile-sizes=4 no-min-max-bounds=true" --verify-semantics
// RUN: rmlir-opt %s --scf-parallel-loop-tiling="parallel-loop-tile-sizes=2,3 no-min-max-bounds=true" --verify-semantics
// RUN: rmlir-opt %s --scf-parallel-loop-tiling="parallel-loop-tile-sizes=2,3" --verify-semantics

func.func @step_of_two(%n: index, %m: memref<16xindex>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c15 = arith.constant 15 : index
  %u = arith.andi %n, %c15 : index
  scf.parallel (%i) = (%c0) to (%u) step (%c2) {
    memref.store %i, %m[%i] : memref<16xindex>
  }
  return
}
func.func @step_of_three_from(%l: index, %n: index, %m: memref<16xindex>) {
  %c3 = arith.constant 3 : index
  %c15 = arith.constant 15 : index
  %u = arith.andi %n, %c15 : index
  %s = arith.andi %l, %c15 : index
  scf.parallel (%i) = (%s) to (%u) step (%c3) {
    memref.store %i, %m[%i] : memref<16xindex>
  }
  return
}
func.func @negative(%l: index, %n: index, %m: memref<16xindex>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c15 = arith.constant 15 : index
  %u0 = arith.andi %n, %c15 : index
  %s0 = arith.andi %l, %c15 : index
  %u = arith.subi %u0, %c8 : index
  %s = arith.subi %s0, %c8 : index
  scf.parallel (%i) = (%s) to (%u) step (%c1) {
    %at = arith.addi %i, %c8 : index
    memref.store %i, %m[%at] : memref<16xindex>
  }
  return
}
func.func @unknown_step(%st: index, %n: index, %m: memref<16xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c15 = arith.constant 15 : index
  %u = arith.andi %n, %c15 : index
  %s0 = arith.andi %st, %c3 : index
  %s = arith.addi %s0, %c1 : index
  scf.parallel (%i) = (%c0) to (%u) step (%s) {
    memref.store %n, %m[%i] : memref<16xindex>
  }
  return
}
func.func @two(%a: index, %b: index, %m: memref<8x8xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %u = arith.andi %a, %c7 : index
  %v = arith.andi %b, %c7 : index
  scf.parallel (%i, %j) = (%c0, %c1) to (%u, %v) step (%c2, %c1) {
    %s = arith.addi %i, %j : index
    memref.store %s, %m[%i, %j] : memref<8x8xindex>
  }
  return
}
