// RUN: rmlir-opt %s --inline=default-pipeline=''

// The index is an induction variable after inlining.
func.func private @read(%m: memref<?xf32>, %i: index) -> f32 {
  %x = affine.load %m[%i] : memref<?xf32>
  return %x : f32
}

// The index is a dimension only because it is made at the top of the function.
func.func private @read_indirectly(%m: memref<?xf32>, %at: memref<?xindex>, %i: index) -> f32 {
  %j = affine.load %at[%i] : memref<?xindex>
  %x = affine.load %m[%j] : memref<?xf32>
  return %x : f32
}

func.func @loop(%m: memref<?xf32>, %at: memref<?xindex>, %n: index) {
  affine.for %i = 0 to %n {
    %x = func.call @read(%m, %i) : (memref<?xf32>, index) -> f32
    %y = func.call @read_indirectly(%m, %at, %i) : (memref<?xf32>, memref<?xindex>, index) -> f32
    %z = arith.addf %x, %y : f32
    affine.store %z, %m[%i] : memref<?xf32>
  }
  return
}
