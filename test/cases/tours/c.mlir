// RUN: rmlir-opt %s --pass-pipeline='builtin.module(raise-llvm-to-affine)'
// What clang -O1 makes of: void f(int n, double a[restrict n][16], double *restrict x)
// { for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) x[i] += a[i][j]; }

llvm.func @f(%n: i32 {llvm.noundef}, %a: !llvm.ptr {llvm.noalias}, %x: !llvm.ptr {llvm.noalias}) {
  %zero32 = llvm.mlir.constant(0 : i32) : i32
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %some = llvm.icmp "sgt" %n, %zero32 : i32
  llvm.cond_br %some, ^rows, ^end
^rows:
  %wide = llvm.zext nneg %n : i32 to i64
  llvm.br ^row(%zero, %one : i64, i64)
^row(%i: i64, %columns: i64):
  %row = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<16 x f64>
  %place = llvm.getelementptr inbounds|nuw %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %start = llvm.load %place : !llvm.ptr -> f64
  llvm.br ^column(%zero, %start : i64, f64)
^column(%j: i64, %sum: f64):
  %element = llvm.getelementptr inbounds|nuw %row[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %value = llvm.load %element : !llvm.ptr -> f64
  %total = llvm.fadd %sum, %value : f64
  llvm.store %total, %place : f64, !llvm.ptr
  %next = llvm.add %j, %one overflow<nsw, nuw> : i64
  %last = llvm.icmp "eq" %next, %columns : i64
  llvm.cond_br %last, ^next, ^column(%next, %total : i64, f64)
^next:
  %down = llvm.add %i, %one overflow<nsw, nuw> : i64
  %more = llvm.add %columns, %one overflow<nsw, nuw> : i64
  %done = llvm.icmp "eq" %down, %wide : i64
  llvm.cond_br %done, ^end, ^row(%down, %more : i64, i64)
^end:
  llvm.return
}
