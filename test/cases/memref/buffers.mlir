// Buffers are allocated, named, accessed and freed.
// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

#shifted = affine_map<(d0)[s0] -> (d0 + s0)>

memref.global "private" constant @primes : memref<3xi32> = dense<[2, 3, 5]> {alignment = 64}
memref.global @scratch : memref<16xf32> = uninitialized
memref.global "private" @elsewhere : memref<2x2xf64>

func.func @buffers(%n: index, %x: f32, %i: index) -> f32 {
  %a = memref.alloc(%n) {alignment = 16 : i64} : memref<4x?xf32>
  %b = memref.alloca(%n)[%i] : memref<?xf32, #shifted>
  memref.store %x, %a[%i, %i] {nontemporal = true} : memref<4x?xf32>
  %0 = memref.load %b[%i] {alignment = 4 : i64} : memref<?xf32, #shifted>
  %s = memref.get_global @scratch : memref<16xf32>
  %t = memref.realloc %s(%n) : memref<16xf32> to memref<?xf32>
  memref.prefetch %a[%i, %i], write, locality<2>, data : memref<4x?xf32>
  %1 = memref.atomic_rmw addf %0, %t[%i] : (f32, memref<?xf32>) -> f32
  %2 = memref.generic_atomic_rmw %t[%i] : memref<?xf32> {
  ^bb0(%old: f32):
    %new = arith.mulf %old, %1 : f32
    memref.atomic_yield %new : f32
  }
  %tag = memref.alloc() : memref<1xi32>
  memref.dma_start %t[%i], %s[%i], %n, %tag[%i], %n, %i : memref<?xf32>, memref<16xf32>, memref<1xi32>
  memref.dma_wait %tag[%i], %n : memref<1xi32>
  memref.dealloc %a : memref<4x?xf32>
  %3 = memref.alloca_scope -> (f32) {
    %c = memref.alloca() : memref<f32>
    %4 = memref.load %c[] : memref<f32>
    memref.alloca_scope.return %4 : f32
  }
  memref.alloca_scope {
  }
  return %3 : f32
}
