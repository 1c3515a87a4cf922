// RUN: rmlir-opt %s --allow-unregistered-dialect --lower-affine

// Maps become arithmetic, bounds minima and maxima, sets conjunctions.

func.func @loop(%n: index, %m: memref<?x8xf32>, %zero: f32) -> f32 {
  %sum = affine.for %i = max affine_map<(d0) -> (d0, 4)>(%n) to %n step 2 iter_args(%acc = %zero) -> f32 {
    %x = affine.load %m[%i floordiv 4, %i mod 8] : memref<?x8xf32>
    %next = arith.addf %acc, %x : f32
    affine.if affine_set<(d0)[s0] : (d0 - s0 + 3 >= 0, d0 == 0)>(%i)[%n] {
      affine.store %acc, %m[%i ceildiv 2, 0] : memref<?x8xf32>
      affine.prefetch %m[%i, 0], read, locality<1>, data : memref<?x8xf32>
    }
    affine.yield %next : f32
  }
  return %sum : f32
}

func.func @reduction(%n: index, %m: memref<?xf32>) -> f32 {
  %sum = affine.parallel (%i) = (0) to (min(%n, 100)) reduce ("addf") -> f32 {
    %x = affine.load %m[%i] : memref<?xf32>
    affine.yield %x : f32
  }
  return %sum : f32
}

func.func @transfer(%m: memref<10xf32>, %near: memref<10xf32, 2>, %tag: memref<1xi32>, %i: index) {
  affine.dma_start %m[%i + 1], %near[%i], %tag[0], %i, %i, %i : memref<10xf32>, memref<10xf32, 2>, memref<1xi32>
  affine.dma_wait %tag[0], %i : memref<1xi32>
  return
}
