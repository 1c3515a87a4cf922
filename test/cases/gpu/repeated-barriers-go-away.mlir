// RUN: rmlir-opt %s --canonicalize

func.func @f(%f: f32, %m: memref<f32>) {
  gpu.barrier
  gpu.barrier
  memref.store %f, %m[] : memref<f32>
  gpu.barrier
  return
}
