// RUN: rmlir-opt %s --sroa --verify-semantics
// RUN: rmlir-opt %s --sroa --mem2reg --verify-semantics

// Both slots of a copy are taken apart: the copy of a member is an access to a part of the other slot.
llvm.func @copied_inline(%x: i32, %y: f32) -> i32 {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.alloca %c1 x !llvm.struct<(i32, f32)> : (i32) -> !llvm.ptr
  %b = llvm.alloca %c1 x !llvm.struct<(i32, f32)> : (i32) -> !llvm.ptr
  %a0 = llvm.getelementptr %a[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  %a1 = llvm.getelementptr %a[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  llvm.store %x, %a0 : i32, !llvm.ptr
  llvm.store %y, %a1 : f32, !llvm.ptr
  "llvm.intr.memcpy.inline"(%b, %a) <{isVolatile = false, len = 8 : i32}> : (!llvm.ptr, !llvm.ptr) -> ()
  %b0 = llvm.getelementptr %b[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  %r = llvm.load %b0 : !llvm.ptr -> i32
  llvm.return %r : i32
}
llvm.func @copied_by_length(%x: i32, %y: f32) -> f32 {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %a = llvm.alloca %c1 x !llvm.struct<(i32, f32)> : (i32) -> !llvm.ptr
  %b = llvm.alloca %c1 x !llvm.struct<(i32, f32)> : (i32) -> !llvm.ptr
  %a0 = llvm.getelementptr %a[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  %a1 = llvm.getelementptr %a[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  llvm.store %x, %a0 : i32, !llvm.ptr
  llvm.store %y, %a1 : f32, !llvm.ptr
  "llvm.intr.memcpy"(%b, %a, %c8) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
  %b0 = llvm.getelementptr %b[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  %r = llvm.load %b0 : !llvm.ptr -> f32
  llvm.return %r : f32
}
llvm.func @moved_in(%x: i32, %p: !llvm.ptr) -> i32 {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %a = llvm.alloca %c1 x !llvm.array<2 x i32> : (i32) -> !llvm.ptr
  "llvm.intr.memmove"(%a, %p, %c8) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %a0 = llvm.getelementptr %a[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x i32>
  %r = llvm.load %a0 : !llvm.ptr -> i32
  llvm.return %r : i32
}

llvm.func @arrays(%x: i32, %y: i32) -> i32 {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %a = llvm.alloca %c1 x !llvm.array<2 x i32> : (i32) -> !llvm.ptr
  %b = llvm.alloca %c1 x !llvm.array<2 x i32> : (i32) -> !llvm.ptr
  %a0 = llvm.getelementptr %a[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x i32>
  %a1 = llvm.getelementptr %a[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x i32>
  llvm.store %x, %a0 : i32, !llvm.ptr
  llvm.store %y, %a1 : i32, !llvm.ptr
  "llvm.intr.memmove"(%b, %a, %c8) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %b1 = llvm.getelementptr %b[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x i32>
  %r = llvm.load %b1 : !llvm.ptr -> i32
  llvm.return %r : i32
}

// Two copies, one after the other.
llvm.func @chain(%x: i32, %y: i32) -> i32 {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %a = llvm.alloca %c1 x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  %b = llvm.alloca %c1 x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  %c = llvm.alloca %c1 x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  %a1 = llvm.getelementptr %a[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32)>
  llvm.store %x, %a : i32, !llvm.ptr
  llvm.store %y, %a1 : i32, !llvm.ptr
  "llvm.intr.memcpy"(%b, %a, %c8) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memcpy"(%c, %b, %c8) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %r1 = llvm.getelementptr %c[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32)>
  %r = llvm.load %r1 : !llvm.ptr -> i32
  llvm.return %r : i32
}

// A copy of a part is none of whole members: the slots stay.
llvm.func @part(%x: i32, %y: f32) -> i32 {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i64) : i64
  %a = llvm.alloca %c1 x !llvm.struct<(i32, f32)> : (i32) -> !llvm.ptr
  %b = llvm.alloca %c1 x !llvm.struct<(i32, f32)> : (i32) -> !llvm.ptr
  llvm.store %x, %a : i32, !llvm.ptr
  "llvm.intr.memcpy"(%b, %a, %c4) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %r = llvm.load %b : !llvm.ptr -> i32
  llvm.return %r : i32
}

// A copy of a member past its end stays what it is.
llvm.func @past(%x: i32, %y: i32) -> i32 {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %a = llvm.alloca %c1 x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  %b = llvm.alloca %c1 x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  %a0 = llvm.getelementptr %a[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32)>
  %a1 = llvm.getelementptr %a[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32)>
  llvm.store %x, %a0 : i32, !llvm.ptr
  llvm.store %y, %a1 : i32, !llvm.ptr
  "llvm.intr.memcpy"(%b, %a0, %c8) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %b1 = llvm.getelementptr %b[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32)>
  %r = llvm.load %b1 : !llvm.ptr -> i32
  llvm.return %r : i32
}
