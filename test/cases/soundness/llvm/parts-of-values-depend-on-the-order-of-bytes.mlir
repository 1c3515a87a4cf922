// The first byte of a number is the most significant one where the data layout says so.
// RUN: rmlir-opt %s --sroa --mem2reg
// DIFFERS: the memory of the interpreter is little-endian, whatever the data layout says

module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "big", !llvm.ptr = dense<[32, 32, 32, 32]> : vector<4xi64>>} {
  llvm.func @load_of_part(%x: i32) -> i8 {
    %one = llvm.mlir.constant(1 : i64) : i64
    %p = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
    llvm.store %x, %p : i32, !llvm.ptr
    %v = llvm.load %p : !llvm.ptr -> i8
    llvm.return %v : i8
  }
  llvm.func @store_of_part(%x: i32, %y: i8) -> i32 {
    %one = llvm.mlir.constant(1 : i64) : i64
    %p = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
    llvm.store %x, %p : i32, !llvm.ptr
    llvm.store %y, %p : i8, !llvm.ptr
    %v = llvm.load %p : !llvm.ptr -> i32
    llvm.return %v : i32
  }
  llvm.func @pointer(%x: !llvm.ptr) -> i32 {
    %one = llvm.mlir.constant(1 : i64) : i64
    %p = llvm.alloca %one x !llvm.ptr : (i64) -> !llvm.ptr
    llvm.store %x, %p : !llvm.ptr, !llvm.ptr
    %v = llvm.load %p : !llvm.ptr -> i32
    llvm.return %v : i32
  }
  llvm.func @after_a_pointer(%x: i32) -> i32 {
    %one = llvm.mlir.constant(1 : i64) : i64
    %p = llvm.alloca %one x !llvm.struct<(ptr, i32)> : (i64) -> !llvm.ptr
    %q = llvm.getelementptr %p[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %x, %q : i32, !llvm.ptr
    %v = llvm.load %q : !llvm.ptr -> i32
    llvm.return %v : i32
  }
}
