// RUN: rmlir-opt %s --raise-llvm-to-core --split-input-file --remarks-filter=raise
// Functions that the other dialects cannot express are left unchanged, with a remark at the cause.

llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @setjmp(!llvm.ptr) -> i32
llvm.func @personality(...) -> i32

llvm.func @volatile(%p: !llvm.ptr) -> i32 {
  %0 = llvm.load volatile %p : !llvm.ptr -> i32
  llvm.return %0 : i32
}

llvm.func @atomic(%p: !llvm.ptr) {
  llvm.fence seq_cst
  llvm.return
}

llvm.func @assembly() {
  llvm.inline_asm has_side_effects "nop", "" : () -> ()
  llvm.return
}

llvm.func @variadic(%p: !llvm.ptr, ...) {
  llvm.return
}

llvm.func @jumps(%p: !llvm.ptr) -> i32 {
  %0 = llvm.call @setjmp(%p) : (!llvm.ptr) -> i32
  llvm.return %0 : i32
}

llvm.func @throws() attributes {personality = @personality} {
  llvm.return
}

// -----

llvm.mlir.global_ctors ctors = [@init], priorities = [65535 : i32], data = [#llvm.zero]

llvm.func @init() {
  llvm.return
}
