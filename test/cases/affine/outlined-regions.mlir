// RUN: rmlir-opt %s --affine-outline-regions --split-input-file
// Affine loops between other operations become functions; memrefs that are known to be distinct are marked.

func.func private @g() -> index

func.func @several(%a: memref<?xf32>, %b: memref<?xf32>, %v: f32) -> f32 {
  %n = call @g() : () -> index
  %m:2 = memref.distinct_objects %a, %b : memref<?xf32>, memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %v, %m#0[%i] : memref<?xf32>
  }
  %two = arith.constant 2.0 : f32
  %sum = affine.for %i = 0 to %n iter_args(%s = %v) -> (f32) {
    %x = affine.load %m#1[%i] : memref<?xf32>
    %y = arith.mulf %x, %two : f32
    %t = arith.addf %s, %y : f32
    affine.yield %t : f32
  }
  %k = call @g() : () -> index
  %c = arith.cmpi sgt, %k, %n : index
  scf.if %c {
    affine.for %i = 0 to %k {
      affine.store %sum, %b[%i] : memref<?xf32>
    }
  }
  return %sum : f32
}

// -----

// A function that is affine as a whole stays.
func.func @whole(%a: memref<?xf32>, %n: index, %v: f32) {
  affine.for %i = 0 to %n {
    affine.store %v, %a[%i] : memref<?xf32>
  }
  return
}
