// RUN: rmlir-opt %s --affine-loop-tile=tile-size=4 --remarks-filter=affine -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-parallelize{max-nested=1}))' --remarks-filter=affine -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-super-vectorize{virtual-vector-size=4}))' --remarks-filter=affine -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))' --remarks-filter=affine -o /dev/null

func.func @rows(%m: memref<8x8xf32>, %v: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %v, %m[%i, %j] : memref<8x8xf32>
    }
  }
  return
}

func.func @carried(%m: memref<9xf32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %m[%i] : memref<9xf32>
    affine.store %0, %m[%i + 1] : memref<9xf32>
  }
  return
}
