// RUN: rmlir-opt %s --remarks-filter-missed=pluto --pass-pipeline='builtin.module(func.func(affine-pluto))'
// Which innermost loops compilers vectorize decides which ones are made.

// A shift would make the loop parallel, with elements of %b that iterations pass on. So each statement gets its own.
func.func @carried_reads(%a: memref<1000xf32>, %b: memref<1000xf32>, %d: memref<1000xf32>) {
  affine.for %i = 0 to 999 {
    %0 = affine.load %b[%i] : memref<1000xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %a[%i] : memref<1000xf32>
    %2 = affine.load %a[%i + 1] : memref<1000xf32>
    %3 = arith.addf %1, %2 : f32
    affine.store %3, %d[%i] : memref<1000xf32>
  }
  return
}

// An iteration uses what the previous one has stored earlier in the text: it stays as it is.
func.func @forward(%a: memref<1000xf32>, %b: memref<1000xf32>, %d: memref<1000xf32>) {
  affine.for %i = 0 to 999 {
    %0 = affine.load %b[%i] : memref<1000xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %a[%i + 1] : memref<1000xf32>
    %2 = affine.load %a[%i] : memref<1000xf32>
    %3 = arith.mulf %2, %2 : f32
    affine.store %3, %d[%i] : memref<1000xf32>
  }
  return
}

// What it uses is stored later in the text: with a shift, it is stored earlier in the same iteration.
func.func @backward(%a: memref<1000xf32>, %b: memref<1000xf32>, %d: memref<1000xf32>) {
  affine.for %i = 1 to 1000 {
    %0 = affine.load %b[%i - 1] : memref<1000xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %d[%i] : memref<1000xf32>
    %2 = affine.load %a[%i] : memref<1000xf32>
    %3 = arith.mulf %2, %2 : f32
    affine.store %3, %b[%i] : memref<1000xf32>
  }
  return
}
