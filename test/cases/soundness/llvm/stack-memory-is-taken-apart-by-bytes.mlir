// Parts of values, and members at offsets in bytes, lie where the data layout says.
// RUN: rmlir-opt %s --mem2reg --verify-semantics
// RUN: rmlir-opt %s --sroa --mem2reg --verify-semantics

llvm.func @part_of_float(%x: f64) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x f64 : (i64) -> !llvm.ptr
  llvm.store %x, %p : f64, !llvm.ptr
  %v = llvm.load %p : !llvm.ptr -> i32
  llvm.return %v : i32
}
llvm.func @store_of_part(%x: i32, %y: i8) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
  llvm.store %x, %p : i32, !llvm.ptr
  llvm.store %y, %p : i8, !llvm.ptr
  %v = llvm.load %p : !llvm.ptr -> i32
  llvm.return %v : i32
}
// Where branches meet, a store of a part needs what was there before.
llvm.func @store_of_part_after_branches(%c: i1, %x: i32, %y: i32, %z: i16) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
  llvm.cond_br %c, ^a, ^b
^a:
  llvm.store %x, %p : i32, !llvm.ptr
  llvm.br ^c
^b:
  llvm.store %y, %p : i32, !llvm.ptr
  llvm.br ^c
^c:
  llvm.store %z, %p : i16, !llvm.ptr
  %v = llvm.load %p : !llvm.ptr -> i32
  llvm.return %v : i32
}
llvm.func @lanes(%x: vector<4xi8>) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x vector<4xi8> : (i64) -> !llvm.ptr
  llvm.store %x, %p : vector<4xi8>, !llvm.ptr
  %v = llvm.load %p : !llvm.ptr -> i32
  llvm.return %v : i32
}
llvm.func @bytes(%x: i32, %y: i64) -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x !llvm.struct<(i32, i64)> : (i64) -> !llvm.ptr
  %q = llvm.getelementptr %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i64)>
  llvm.store %x, %p : i32, !llvm.ptr
  llvm.store %y, %q : i64, !llvm.ptr
  %v = llvm.load %q : !llvm.ptr -> i64
  %i = llvm.load %p : !llvm.ptr -> i32
  %w = llvm.sext %i : i32 to i64
  %s = llvm.add %v, %w : i64
  llvm.return %s : i64
}
llvm.func @byte_offsets(%x: i16, %y: i16) -> i16 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x !llvm.array<4 x i16> : (i64) -> !llvm.ptr
  %q = llvm.getelementptr inbounds %p[6] : (!llvm.ptr) -> !llvm.ptr, i8
  %r = llvm.getelementptr inbounds %p[1] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.store %x, %q : i16, !llvm.ptr
  llvm.store %y, %r : i16, !llvm.ptr
  %v = llvm.load %q : !llvm.ptr -> i16
  %w = llvm.load %r : !llvm.ptr -> i16
  %s = llvm.sub %v, %w : i16
  llvm.return %s : i16
}
// The second byte of a member stays in memory, but only that member.
llvm.func @within_a_member(%x: i32, %y: i32) -> i8 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x !llvm.array<2 x i32> : (i64) -> !llvm.ptr
  %q = llvm.getelementptr %p[5] : (!llvm.ptr) -> !llvm.ptr, i8
  %r = llvm.getelementptr %p[4] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %x, %p : i32, !llvm.ptr
  llvm.store %y, %r : i32, !llvm.ptr
  %v = llvm.load %q : !llvm.ptr -> i8
  llvm.return %v : i8
}
// An access across members keeps them together.
llvm.func @across_members(%x: i64) -> i16 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x !llvm.array<4 x i16> : (i64) -> !llvm.ptr
  llvm.store %x, %p : i64, !llvm.ptr
  %q = llvm.getelementptr %p[6] : (!llvm.ptr) -> !llvm.ptr, i8
  %v = llvm.load %q : !llvm.ptr -> i16
  llvm.return %v : i16
}
llvm.func @filled(%x: i8) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %n = llvm.mlir.constant(8 : i64) : i64
  %p = llvm.alloca %one x !llvm.struct<(i16, i32)> : (i64) -> !llvm.ptr
  "llvm.intr.memset"(%p, %x, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  %q = llvm.getelementptr %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i16, i32)>
  %v = llvm.load %q : !llvm.ptr -> i32
  llvm.return %v : i32
}
llvm.func @filled_in_part(%x: i8, %y: i32) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %n = llvm.mlir.constant(6 : i64) : i64
  %p = llvm.alloca %one x !llvm.array<2 x i32> : (i64) -> !llvm.ptr
  %q = llvm.getelementptr %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x i32>
  llvm.store %y, %q : i32, !llvm.ptr
  "llvm.intr.memset"(%p, %x, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  %v = llvm.load %q : !llvm.ptr -> i32
  llvm.return %v : i32
}
llvm.func @copied(%x: i32, %y: f32) -> f32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %n = llvm.mlir.constant(8 : i64) : i64
  %p = llvm.alloca %one x !llvm.struct<(i32, f32)> : (i64) -> !llvm.ptr
  %q = llvm.alloca %one x !llvm.struct<(i32, f32)> : (i64) -> !llvm.ptr
  %p1 = llvm.getelementptr %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  llvm.store %x, %p : i32, !llvm.ptr
  llvm.store %y, %p1 : f32, !llvm.ptr
  "llvm.intr.memcpy"(%q, %p, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %q1 = llvm.getelementptr %q[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  %v = llvm.load %q1 : !llvm.ptr -> f32
  llvm.return %v : f32
}
llvm.func @packed(%x: i32) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x !llvm.struct<packed (i8, i32)> : (i64) -> !llvm.ptr
  %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %x, %q : i32, !llvm.ptr
  %v = llvm.load %q : !llvm.ptr -> i32
  llvm.return %v : i32
}
// Not in padding, not beyond the end, not before the start.
llvm.func @nowhere(%x: i8) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x !llvm.struct<(i8, i32)> : (i64) -> !llvm.ptr
  %q = llvm.getelementptr %p[2] : (!llvm.ptr) -> !llvm.ptr, i8
  %r = llvm.alloca %one x !llvm.array<2 x i8> : (i64) -> !llvm.ptr
  llvm.store %x, %q : i8, !llvm.ptr
  llvm.return
}
