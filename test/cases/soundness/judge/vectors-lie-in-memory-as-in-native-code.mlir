// A vector of several dimensions is an array of rows in memory; the lanes of a row are packed, and rows are not.
// RUN: rmlir-run %s --entry bytes
// RUN: rmlir-opt %s --convert-vector-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm --convert-arith-to-llvm --reconcile-unrealized-casts | rmlir-run - --entry bytes
// RUN: rmlir-run %s --entry odd
// RUN: rmlir-opt %s --convert-vector-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm --convert-arith-to-llvm --reconcile-unrealized-casts | rmlir-run - --entry odd
// RUN: rmlir-run %s --entry rows
// RUN: rmlir-opt %s --convert-vector-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm --convert-arith-to-llvm --reconcile-unrealized-casts | rmlir-run - --entry rows

// 3 bytes for 3 rows of 4 bits, and so the next element at byte 3.
func.func @bytes() -> (i8, i8, i8, i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<2xvector<3x4xi1>>
  %v = arith.constant dense<[[true, false, false, false], [true, true, false, false], [true, true, true, true]]> : vector<3x4xi1>
  %w = arith.constant dense<[[false, false, true, false], [true, true, false, false], [true, true, true, true]]> : vector<3x4xi1>
  memref.store %v, %m[%c0] : memref<2xvector<3x4xi1>>
  memref.store %w, %m[%c1] : memref<2xvector<3x4xi1>>
  %a = memref.extract_aligned_pointer_as_index %m : memref<2xvector<3x4xi1>> -> index
  %i = arith.index_cast %a : index to i64
  %p = llvm.inttoptr %i : i64 to !llvm.ptr
  %p1 = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, i8
  %p2 = llvm.getelementptr %p[2] : (!llvm.ptr) -> !llvm.ptr, i8
  %p3 = llvm.getelementptr %p[3] : (!llvm.ptr) -> !llvm.ptr, i8
  %0 = llvm.load %p : !llvm.ptr -> i8
  %1 = llvm.load %p1 : !llvm.ptr -> i8
  %2 = llvm.load %p2 : !llvm.ptr -> i8
  %3 = llvm.load %p3 : !llvm.ptr -> i8
  return %0, %1, %2, %3 : i8, i8, i8, i8
}

// Lanes of 24 bits take 3 bytes each in a vector, and 4 alone.
func.func @odd() -> (i8, i8) {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<1xvector<4xi24>>
  %v = arith.constant dense<[1, 2, 3, 4]> : vector<4xi24>
  memref.store %v, %m[%c0] : memref<1xvector<4xi24>>
  %a = memref.extract_aligned_pointer_as_index %m : memref<1xvector<4xi24>> -> index
  %i = arith.index_cast %a : index to i64
  %p = llvm.inttoptr %i : i64 to !llvm.ptr
  %p1 = llvm.getelementptr %p[3] : (!llvm.ptr) -> !llvm.ptr, i8
  %p2 = llvm.getelementptr %p[9] : (!llvm.ptr) -> !llvm.ptr, i8
  %0 = llvm.load %p1 : !llvm.ptr -> i8
  %1 = llvm.load %p2 : !llvm.ptr -> i8
  return %0, %1 : i8, i8
}

// A row of 3 floats takes the room of 4.
func.func @rows() -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<2xvector<2x3xf32>>
  %v = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  memref.store %v, %m[%c0] : memref<2xvector<2x3xf32>>
  memref.store %v, %m[%c1] : memref<2xvector<2x3xf32>>
  %a = memref.extract_aligned_pointer_as_index %m : memref<2xvector<2x3xf32>> -> index
  %i = arith.index_cast %a : index to i64
  %p = llvm.inttoptr %i : i64 to !llvm.ptr
  %p1 = llvm.getelementptr %p[4] : (!llvm.ptr) -> !llvm.ptr, f32
  %p2 = llvm.getelementptr %p[8] : (!llvm.ptr) -> !llvm.ptr, f32
  %0 = llvm.load %p1 : !llvm.ptr -> f32
  %1 = llvm.load %p2 : !llvm.ptr -> f32
  return %0, %1 : f32, f32
}
