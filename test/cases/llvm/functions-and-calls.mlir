// Linkage, calling convention and attributes of functions; direct, indirect and variadic calls, with bundles.
// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

llvm.func internal fastcc @callee(%a: i32 {llvm.noundef}, %p: !llvm.ptr {llvm.byval = i64}) -> f32 attributes {no_unwind} {
  %0 = llvm.mlir.constant(1.0 : f32) : f32
  llvm.return %0 : f32
}
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @caller(%a: i32, %p: !llvm.ptr) {
  %0 = llvm.call fastcc @callee(%a, %p) {fastmathFlags = #llvm.fastmath<nnan>} : (i32, !llvm.ptr) -> f32
  %1 = llvm.call @printf(%p, %a) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32) -> i32
  llvm.call tail %p(%a) ["tag"(%a : i32), "empty"()] : !llvm.ptr, (i32) -> ()
  llvm.return
}
