// RUN: rmlir-opt %s --scf-for-loop-range-folding
// A bound may overflow where no iteration does: upstream keeps the flags.

func.func @never_runs(%m: memref<8xindex>, %a: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c0 step %c1 {
    %j = arith.addi %i, %a overflow<nuw> : index
    memref.store %j, %m[%j] : memref<8xindex>
  }
  return
}
