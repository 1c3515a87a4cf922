// RUN: rmlir-opt %s --convert-func-to-llvm

// C calls the wrapper with pointers to descriptors; the structure is returned through a pointer.
func.func @defined(%a: memref<?xf32>, %n: index) -> (index, index) attributes {llvm.emit_c_interface} {
  return %n, %n : index, index
}

// The wrapper is written in C, and called by the function.
func.func private @declared(memref<?xf32>, memref<*xf32>) -> i32 attributes {llvm.emit_c_interface}
