// RUN: rmlir-opt %s --convert-scf-to-openmp --convert-openmp-to-llvm
// RUN: rmlir-opt %s --convert-scf-to-openmp --convert-to-llvm

func.func @f(%m: memref<?xf32>, %n: index, %start: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%start) -> f32 {
    %x = memref.load %m[%i] : memref<?xf32>
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      scf.reduce.return %c : f32
    }
  }
  omp.critical {
    memref.store %sum, %m[%c0] : memref<?xf32>
    omp.terminator
  }
  return %sum : f32
}

// A declaration is of another type, too.
omp.declare_reduction @add_index : index init {
^bb0(%arg0: index):
  %0 = arith.constant 0 : index
  omp.yield(%0 : index)
} combiner {
^bb0(%arg0: index, %arg1: index):
  %0 = arith.addi %arg0, %arg1 : index
  omp.yield(%0 : index)
}
