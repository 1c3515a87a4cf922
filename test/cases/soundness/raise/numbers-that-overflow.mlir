// RUN: rmlir-opt %s --raise-llvm-to-memref --canonicalize --split-input-file --remarks-filter=raise
// Strides, offsets and bounds whose sums and products exceed 64 bits end the search for a shape.

func.func @stride(%a: !llvm.ptr, %n: index, %v: i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c62 = arith.constant 62 : i64
  %cm2 = arith.constant -2 : i64
  %most = arith.constant 9223372036854775807 : i64
  scf.for %i = %c0 to %n step %c1 {
    %i64 = arith.index_cast %i : index to i64
    %x = arith.shli %i64, %c62 : i64
    %y = arith.muli %x, %cm2 : i64
    %p = llvm.getelementptr %a[%y] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.store %v, %p : i8, !llvm.ptr
    %q = llvm.getelementptr %a[%most] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.store %v, %q : i8, !llvm.ptr
  }
  return
}

// -----

func.func @bounds(%a: !llvm.ptr, %v: i8) {
  %c1 = arith.constant 1 : index
  %least = arith.constant -9223372036854775808 : index
  %most = arith.constant 9223372036854775807 : index
  scf.for %i = %least to %most step %c1 {
    %i64 = arith.index_cast %i : index to i64
    %p = llvm.getelementptr %a[%i64, -5] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<4611686018427387904 x i8>
    llvm.store %v, %p : i8, !llvm.ptr
    %q = llvm.getelementptr %a[0, %i64] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<300 x i8>
    llvm.store %v, %q : i8, !llvm.ptr
  }
  return
}

// -----

func.func @array(%a: !llvm.ptr, %v: i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c1 step %c1 {
    %i64 = arith.index_cast %i : index to i64
    %p = llvm.getelementptr %a[%i64] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<9223372036854775807 x i64>
    llvm.store %v, %p : i8, !llvm.ptr
  }
  return
}
