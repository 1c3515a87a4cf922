// RUN: rmlir-opt %s --raise-llvm-to-memref --canonicalize --cse
// A stride that is a sum of others is that of an index of several dimensions.

// Elements `[j][i]` and `[i][i]` of rows of 256.
func.func @identity(%a: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  scf.for %i = %c0 to %c256 step %c1 {
    %i64 = arith.index_cast %i : index to i64
    scf.for %j = %c0 to %c256 step %c1 {
      %j64 = arith.index_cast %j : index to i64
      %p = llvm.getelementptr inbounds %a[%j64, %i64] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<256 x f32>
      llvm.store %zero, %p : f32, !llvm.ptr
    }
    %q = llvm.getelementptr inbounds %a[%i64, %i64] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<256 x f32>
    llvm.store %one, %q : f32, !llvm.ptr
  }
  return
}

// Strides of 2 and 3 are no rows of 2: the array has one dimension.
func.func @no_rows(%a: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %i64 = arith.index_cast %i : index to i64
    %c2 = arith.constant 2 : i64
    %c3 = arith.constant 3 : i64
    %twice = arith.muli %i64, %c2 : i64
    %thrice = arith.muli %i64, %c3 : i64
    %p = llvm.getelementptr inbounds %a[%twice] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %q = llvm.getelementptr inbounds %a[%thrice] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %p : !llvm.ptr -> f32
    llvm.store %x, %q : f32, !llvm.ptr
  }
  return
}
