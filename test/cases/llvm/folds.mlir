// Constant indices move into the address computation; members that were inserted are found again.
// RUN: rmlir-opt %s --canonicalize

llvm.func @f(%p: !llvm.ptr, %a: i32, %b: i32) -> !llvm.struct<(ptr, i32, i1)> {
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %0 = llvm.getelementptr %p[%c2] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %1 = llvm.mlir.undef : !llvm.struct<(i32, i32)>
  %2 = llvm.insertvalue %a, %1[0] : !llvm.struct<(i32, i32)>
  %3 = llvm.insertvalue %b, %2[1] : !llvm.struct<(i32, i32)>
  %4 = llvm.extractvalue %3[0] : !llvm.struct<(i32, i32)>
  %5 = llvm.icmp "eq" %a, %a : i32
  %6 = llvm.mlir.poison : !llvm.struct<(ptr, i32, i1)>
  %7 = llvm.insertvalue %0, %6[0] : !llvm.struct<(ptr, i32, i1)>
  %8 = llvm.insertvalue %4, %7[1] : !llvm.struct<(ptr, i32, i1)>
  %9 = llvm.insertvalue %5, %8[2] : !llvm.struct<(ptr, i32, i1)>
  llvm.return %9 : !llvm.struct<(ptr, i32, i1)>
}
