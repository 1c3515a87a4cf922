// RUN: rmlir-opt %s --finalize-memref-to-llvm
// RUN: rmlir-opt %s --finalize-memref-to-llvm='use-aligned-alloc=1 use-generic-functions=1 index-bitwidth=32'

func.func @f(%n: index) -> memref<4x?xf32> {
  %heap = memref.alloc(%n) {alignment = 64 : i64} : memref<4x?xf32>
  %stack = memref.alloca(%n) : memref<?xi32, 3>
  %nested = memref.alloc() : memref<2xvector<3xf32>>
  memref.dealloc %nested : memref<2xvector<3xf32>>
  return %heap : memref<4x?xf32>
}
