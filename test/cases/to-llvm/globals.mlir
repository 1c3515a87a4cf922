// RUN: rmlir-opt %s --finalize-memref-to-llvm

memref.global "private" constant @primes : memref<2x2xi32> = dense<[[2, 3], [5, 7]]> {alignment = 16}
memref.global @one : memref<f32> = dense<1.0>
memref.global @room : memref<4xf32> = uninitialized
memref.global @elsewhere : memref<3xf32, 2>

func.func @f() -> memref<2x2xi32> {
  %0 = memref.get_global @primes : memref<2x2xi32>
  return %0 : memref<2x2xi32>
}
