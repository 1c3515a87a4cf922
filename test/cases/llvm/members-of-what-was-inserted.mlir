// RUN: rmlir-opt %s --canonicalize

// The member is looked for in the structure that was inserted around it.
llvm.func @inner(%a: i32, %b: i32) -> i32 {
  %0 = llvm.mlir.undef : !llvm.struct<(i64, struct<(i32, i32)>)>
  %1 = llvm.mlir.undef : !llvm.struct<(i32, i32)>
  %2 = llvm.insertvalue %a, %1[0] : !llvm.struct<(i32, i32)>
  %3 = llvm.insertvalue %b, %2[1] : !llvm.struct<(i32, i32)>
  %4 = llvm.insertvalue %3, %0[1] : !llvm.struct<(i64, struct<(i32, i32)>)>
  %5 = llvm.extractvalue %4[1, 0] : !llvm.struct<(i64, struct<(i32, i32)>)>
  llvm.return %5 : i32
}

// The inserted structure came from elsewhere: that is not taken apart.
llvm.func @outer(%s: !llvm.struct<(i32, i32)>) -> i32 {
  %0 = llvm.mlir.undef : !llvm.struct<(i64, struct<(i32, i32)>)>
  %1 = llvm.insertvalue %s, %0[1] : !llvm.struct<(i64, struct<(i32, i32)>)>
  %2 = llvm.extractvalue %1[1, 1] : !llvm.struct<(i64, struct<(i32, i32)>)>
  llvm.return %2 : i32
}

// An index of more than 29 bits stays a value.
llvm.func @indices(%p: !llvm.ptr) -> (!llvm.ptr) {
  %0 = llvm.mlir.constant(268435456 : i64) : i64
  %1 = llvm.mlir.constant(268435455 : i64) : i64
  %2 = llvm.getelementptr %p[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %3 = llvm.getelementptr %2[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.return %3 : !llvm.ptr
}
