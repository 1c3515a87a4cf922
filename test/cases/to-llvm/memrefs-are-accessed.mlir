// RUN: rmlir-opt %s --finalize-memref-to-llvm

func.func @f(%a: memref<?x4xf32, strided<[?, 1], offset: ?>>, %b: memref<8xi32>, %i: index, %n: i32) -> (f32, i32, index) {
  %x = memref.load %a[%i, %i] {alignment = 16} : memref<?x4xf32, strided<[?, 1], offset: ?>>
  memref.store %x, %a[%i, %i] {nontemporal = true} : memref<?x4xf32, strided<[?, 1], offset: ?>>
  memref.prefetch %b[%i], write, locality<2>, data : memref<8xi32>
  %old = memref.atomic_rmw maxs %n, %b[%i] : (i32, memref<8xi32>) -> i32
  %c = memref.assume_alignment %b, 32 : memref<8xi32>
  %d = memref.dim %a, %i : memref<?x4xf32, strided<[?, 1], offset: ?>>
  return %x, %old, %d : f32, i32, index
}

// A loop tries again until nobody came in between.
func.func @loop(%b: memref<8xi32>, %i: index, %n: i32) -> i32 {
  %new = memref.generic_atomic_rmw %b[%i] : memref<8xi32> {
  ^bb0(%current: i32):
    %next = llvm.mul %current, %n : i32
    memref.atomic_yield %next : i32
  }
  return %new : i32
}
