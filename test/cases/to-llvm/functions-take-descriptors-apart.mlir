// RUN: rmlir-opt %s --convert-func-to-llvm

// A memref argument becomes what is in its descriptor, which is put together where the memref is used.
func.func @use(%a: memref<?x4xf32>, %n: index) -> (index, f32) {
  %x = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
  memref.store %x, %a[%n, %n] : memref<?x4xf32>
  return %n, %x : index, f32
}

// A call passes the parts, and takes results out of a structure.
func.func @caller(%a: memref<?x4xf32>, %n: index) -> f32 {
  %i, %x = func.call @use(%a, %n) : (memref<?x4xf32>, index) -> (index, f32)
  return %x : f32
}

// Who may see it stays, and attributes of arguments that stay one.
func.func private @declared(index {llvm.noundef}, memref<4xf32> {llvm.noalias}) -> (i32 {llvm.signext})

// Further arguments may follow.
func.func private @print(i32) attributes {func.varargs = true, llvm.readnone}
