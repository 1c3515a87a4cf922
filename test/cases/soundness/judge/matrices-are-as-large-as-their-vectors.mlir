// Matrices of other sizes than those of the vectors that hold them are not run.
// RUN: rmlir-opt %s --canonicalize --verify-semantics

llvm.func @transpose(%m: vector<6xf32>) -> vector<6xf32> {
  %0 = llvm.intr.matrix.transpose %m {columns = 3 : i32, rows = 2 : i32} : vector<6xf32> into vector<6xf32>
  llvm.return %0 : vector<6xf32>
}
llvm.func @more_rows(%m: vector<6xf32>) -> vector<6xf32> {
  %0 = llvm.intr.matrix.transpose %m {columns = 3 : i32, rows = 4 : i32} : vector<6xf32> into vector<6xf32>
  llvm.return %0 : vector<6xf32>
}
llvm.func @many_elements(%m: vector<6xf32>) -> vector<6xf32> {
  %0 = llvm.intr.matrix.transpose %m {columns = 2147483647 : i32, rows = 2147483647 : i32} : vector<6xf32> into vector<6xf32>
  llvm.return %0 : vector<6xf32>
}
llvm.func @no_elements(%m: vector<6xf32>) -> vector<4xf32> {
  %0 = llvm.intr.matrix.transpose %m {columns = 0 : i32, rows = 2 : i32} : vector<6xf32> into vector<4xf32>
  llvm.return %0 : vector<4xf32>
}
llvm.func @other_result(%m: vector<6xf32>) -> vector<4xf32> {
  %0 = llvm.intr.matrix.transpose %m {columns = 3 : i32, rows = 2 : i32} : vector<6xf32> into vector<4xf32>
  llvm.return %0 : vector<4xf32>
}
llvm.func @product(%m: vector<4xf32>, %n: vector<6xf32>) -> vector<4xf32> {
  %0 = llvm.intr.matrix.multiply %m, %n {lhs_columns = 4 : i32, lhs_rows = 4 : i32, rhs_columns = 4 : i32} : (vector<4xf32>, vector<6xf32>) -> vector<4xf32>
  llvm.return %0 : vector<4xf32>
}
llvm.func @load(%m: !llvm.ptr, %s: i64) -> vector<4xf32> {
  %0 = llvm.intr.matrix.column.major.load %m, <stride = %s> {columns = 4 : i32, isVolatile = false, rows = 4 : i32} : vector<4xf32> from !llvm.ptr stride i64
  llvm.return %0 : vector<4xf32>
}
llvm.func @store(%v: vector<4xf32>, %m: !llvm.ptr, %s: i64) {
  llvm.intr.matrix.column.major.store %v, %m, <stride = %s> {columns = 4 : i32, isVolatile = false, rows = 4 : i32} : vector<4xf32> to !llvm.ptr stride i64
  llvm.return
}
