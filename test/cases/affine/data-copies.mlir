// RUN: rmlir-opt %s --affine-data-copy-generate
// RUN: rmlir-opt %s --affine-data-copy-generate="generate-dma fast-mem-space=2 tag-mem-space=3"

// What the loops touch of each memref is copied in, and written back.

func.func @scale(%a: memref<256x1024xf32>, %b: memref<256x1024xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%i + 16, %j] : memref<256x1024xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %b[%i, %j + 128] : memref<256x1024xf32>
    }
  }
  return
}
