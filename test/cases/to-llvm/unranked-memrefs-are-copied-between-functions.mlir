// RUN: rmlir-opt %s --convert-func-to-llvm --reconcile-unrealized-casts

// The descriptor that an unranked memref points to is on the stack: it is copied before a return, and back after a call.
func.func @pass(%a: memref<*xf32>) -> memref<*xf32> {
  %b = func.call @pass(%a) : (memref<*xf32>) -> memref<*xf32>
  return %b : memref<*xf32>
}
