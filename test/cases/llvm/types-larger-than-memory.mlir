// RUN: rmlir-run %s --entry f
// RUN: rmlir-run %s --entry g
// RUN: rmlir-run %s --entry h
// Values whose sizes in bytes exceed 63 bits are refused.

llvm.func @f(%a: !llvm.ptr) -> !llvm.ptr {
  %0 = llvm.getelementptr %a[1, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<9223372036854775807 x i64>
  llvm.return %0 : !llvm.ptr
}

llvm.func @g(%n: i64) -> !llvm.ptr {
  %0 = llvm.alloca %n x !llvm.struct<(array<9223372036854775807 x i8>, array<9223372036854775807 x i8>, i16)> : (i64) -> !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

llvm.func @h(%a: !llvm.ptr) -> !llvm.ptr {
  %0 = llvm.getelementptr %a[1, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<4294967296 x array<4294967296 x i8>>
  llvm.return %0 : !llvm.ptr
}
