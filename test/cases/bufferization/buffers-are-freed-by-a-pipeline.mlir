// What a private function returns belongs to its caller; what is used no more is freed once.
// RUN: rmlir-opt %s --buffer-deallocation-pipeline
// RUN: rmlir-opt %s --buffer-deallocation-pipeline=private-function-dynamic-ownership --dump-pass-pipeline

func.func private @choose(%c: i1, %m: memref<4xf32>) -> memref<4xf32> {
  %new = memref.alloc() : memref<4xf32>
  %0 = arith.select %c, %m, %new : memref<4xf32>
  return %0 : memref<4xf32>
}

func.func @sum(%c: i1, %m: memref<4xf32>, %i: index) -> f32 {
  %0 = func.call @choose(%c, %m) : (i1, memref<4xf32>) -> memref<4xf32>
  %1 = memref.load %0[%i] : memref<4xf32>
  return %1 : f32
}
