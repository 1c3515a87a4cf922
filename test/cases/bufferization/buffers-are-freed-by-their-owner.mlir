// RUN: rmlir-opt %s --ownership-based-buffer-deallocation
// RUN: rmlir-opt %s --ownership-based-buffer-deallocation --buffer-deallocation-simplification --canonicalize

// Conditions of owning a buffer are passed along with it.

func.func @maybe(%c: i1, %m: memref<2xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = scf.if %c -> (memref<2xf32>) {
    %1 = memref.alloc() : memref<2xf32>
    scf.yield %1 : memref<2xf32>
  } else {
    scf.yield %m : memref<2xf32>
  }
  %2 = memref.load %0[%c0] : memref<2xf32>
  return %2 : f32
}

func.func @blocks(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = memref.alloc() : memref<2xf32>
  cf.br ^c(%0 : memref<2xf32>)
^b:
  %1 = memref.alloc() : memref<2xf32>
  cf.br ^c(%1 : memref<2xf32>)
^c(%2: memref<2xf32>):
  return
}
