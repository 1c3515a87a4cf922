// RUN: rmlir-opt %s --finalize-memref-to-llvm --split-input-file

// A memory space that is no number is reported; the operations are left alone.
func.func @space(%a: memref<4xi8, "near">, %i: index) -> i8 {
  %0 = memref.load %a[%i] : memref<4xi8, "near">
  %b = memref.alloc() : memref<2xi8, #gpu.address_space<workgroup>>
  memref.store %0, %b[%i] : memref<2xi8, #gpu.address_space<workgroup>>
  return %0 : i8
}

// -----

llvm.func @malloc(i32) -> !llvm.ptr

func.func @reserved() -> memref<8xf32> {
  %0 = memref.alloc() : memref<8xf32>
  return %0 : memref<8xf32>
}

// -----

func.func @exchange(%a: memref<8xi32>, %i: index, %new: i32) -> i32 {
  %0 = memref.generic_atomic_rmw %a[%i] : memref<8xi32> {
  ^bb0(%old: i32):
    memref.atomic_yield %new : i32
  }
  return %0 : i32
}
