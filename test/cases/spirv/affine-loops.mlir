// RUN: rmlir-opt %s --pass-pipeline='builtin.module(spirv.func(affine-loop-fusion{mode=producer}))'

// Passes on functions work on those of the dialect, and buffers stay in their memory.
spirv.func @f(%in: memref<16xf32>, %out: memref<16xf32>) "None" {
  %cst = arith.constant 1.0 : f32
  %buffer = memref.alloc() : memref<16xf32, #spirv.storage_class<Function>>
  affine.for %i = 0 to 16 {
    %0 = affine.load %in[%i] : memref<16xf32>
    affine.store %0, %buffer[%i] : memref<16xf32, #spirv.storage_class<Function>>
  }
  affine.for %i = 0 to 16 {
    %0 = affine.load %buffer[%i] : memref<16xf32, #spirv.storage_class<Function>>
    %1 = arith.addf %0, %cst : f32
    affine.store %1, %out[%i] : memref<16xf32>
  }
  spirv.Return
}
