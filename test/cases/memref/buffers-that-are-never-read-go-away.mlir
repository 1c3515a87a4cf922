// Stores to a buffer that nothing reads are erased with it; what is stored elsewhere stays.
// RUN: rmlir-opt %s --canonicalize

func.func @dead(%x: f32, %i: index) {
  %a = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%i] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return
}

func.func @escapes(%to: memref<memref<4xf32>>) {
  %a = memref.alloc() : memref<4xf32>
  memref.store %a, %to[] : memref<memref<4xf32>>
  return
}

func.func @scope(%x: f32, %i: index) -> f32 {
  %0 = memref.alloca_scope -> (f32) {
    %1 = arith.addf %x, %x : f32
    memref.alloca_scope.return %1 : f32
  }
  return %0 : f32
}
