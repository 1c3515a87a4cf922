// RUN: rmlir-opt %s --convert-func-to-llvm=use-bare-ptr-memref-call-conv=1

// All is known of the memref but where it is.
func.func @same(%a: memref<4x8xf32, strided<[16, 1], offset: 2>>) -> memref<4x8xf32, strided<[16, 1], offset: 2>> {
  %b = func.call @same(%a) : (memref<4x8xf32, strided<[16, 1], offset: 2>>) -> memref<4x8xf32, strided<[16, 1], offset: 2>>
  return %b : memref<4x8xf32, strided<[16, 1], offset: 2>>
}
