// RUN: rmlir-opt %s --affine-loop-fusion
// RUN: rmlir-opt %s --affine-loop-fusion="mode=sibling maximal"
// RUN: rmlir-opt %s --affine-loop-fusion="mode=producer compute-tolerance=0"

// A producer goes into its consumer, which then needs one element at a time;
// readers of the same memref go together.

func.func @producer(%in: memref<64xf32>, %out: memref<64xf32>) {
  %tmp = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %0 = affine.load %in[%i] : memref<64xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %tmp[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %0 = affine.load %tmp[-%i + 63] : memref<64xf32>
    affine.store %0, %out[%i] : memref<64xf32>
  }
  return
}

func.func @siblings(%in: memref<64xf32>, %a: memref<64xf32>, %b: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %0 = affine.load %in[%i] : memref<64xf32>
    affine.store %0, %a[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %0 = affine.load %in[%i] : memref<64xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %b[%i] : memref<64xf32>
  }
  return
}
