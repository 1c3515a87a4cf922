// What is stored to an `llvm.alloca` goes straight to where it is loaded, also by members.
// RUN: rmlir-opt %s --mem2reg --verify-semantics
// RUN: rmlir-opt %s --sroa --mem2reg --verify-semantics

llvm.func @plain(%x: i32) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
  llvm.store %x, %p : i32, !llvm.ptr
  %v = llvm.load %p : !llvm.ptr -> i32
  llvm.return %v : i32
}
llvm.func @diamond(%c: i1, %x: i32) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %z = llvm.mlir.constant(0 : i32) : i32
  %p = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
  llvm.store %z, %p : i32, !llvm.ptr
  llvm.cond_br %c, ^a, ^b
^a:
  llvm.store %x, %p : i32, !llvm.ptr
  llvm.br ^b
^b:
  %v = llvm.load %p : !llvm.ptr -> i32
  llvm.return %v : i32
}
llvm.func @loop(%n: i8) -> i8 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i8) : i8
  %z = llvm.mlir.constant(0 : i8) : i8
  %i = llvm.alloca %one x i8 : (i64) -> !llvm.ptr
  %s = llvm.alloca %one x i8 : (i64) -> !llvm.ptr
  llvm.intr.lifetime.start %i : !llvm.ptr
  llvm.store %z, %i : i8, !llvm.ptr
  llvm.store %z, %s : i8, !llvm.ptr
  llvm.br ^head
^head:
  %at = llvm.load %i : !llvm.ptr -> i8
  %go = llvm.icmp "ult" %at, %n : i8
  llvm.cond_br %go, ^body, ^end
^body:
  %sum = llvm.load %s : !llvm.ptr -> i8
  %more = llvm.add %sum, %at : i8
  llvm.store %more, %s : i8, !llvm.ptr
  %next = llvm.add %at, %c1 : i8
  llvm.store %next, %i : i8, !llvm.ptr
  llvm.br ^head
^end:
  llvm.intr.lifetime.end %i : !llvm.ptr
  %r = llvm.load %s : !llvm.ptr -> i8
  llvm.return %r : i8
}
llvm.func @other_type(%x: f32) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x f32 : (i64) -> !llvm.ptr
  llvm.store %x, %p : f32, !llvm.ptr
  %v = llvm.load %p : !llvm.ptr -> i32
  llvm.return %v : i32
}
llvm.func @part(%x: i32) -> i8 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
  llvm.store %x, %p : i32, !llvm.ptr
  %v = llvm.load %p : !llvm.ptr -> i8
  llvm.return %v : i8
}
llvm.func @members(%x: i32, %y: f64) -> f64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x !llvm.struct<(i32, f64)> : (i64) -> !llvm.ptr
  %a = llvm.getelementptr %p[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f64)>
  %b = llvm.getelementptr inbounds %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f64)>
  llvm.store %x, %a : i32, !llvm.ptr
  llvm.store %y, %b : f64, !llvm.ptr
  %i = llvm.load %p : !llvm.ptr -> i32
  %c = llvm.sitofp %i : i32 to f64
  %d = llvm.load %b : !llvm.ptr -> f64
  %e = llvm.fadd %c, %d : f64
  llvm.return %e : f64
}
llvm.func @nested(%x: i16) -> i16 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x !llvm.struct<(i32, struct<(i16, array<3 x i16>)>)> : (i64) -> !llvm.ptr
  %a = llvm.getelementptr %p[0, 1, 1, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, struct<(i16, array<3 x i16>)>)>
  llvm.store %x, %a : i16, !llvm.ptr
  %v = llvm.load %a : !llvm.ptr -> i16
  llvm.return %v : i16
}
llvm.func @array(%x: i32, %y: i32) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x !llvm.array<4 x i32> : (i64) -> !llvm.ptr
  %a = llvm.getelementptr %p[0, 3] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<4 x i32>
  %b = llvm.getelementptr %p[2] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.store %x, %a : i32, !llvm.ptr
  llvm.store %y, %b : i32, !llvm.ptr
  %v = llvm.load %a : !llvm.ptr -> i32
  %w = llvm.load %b : !llvm.ptr -> i32
  %s = llvm.sub %v, %w : i32
  llvm.return %s : i32
}
llvm.func @unknown_element(%x: i32, %i: i64) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %three = llvm.mlir.constant(3 : i64) : i64
  %j = llvm.and %i, %three : i64
  %p = llvm.alloca %one x !llvm.array<4 x i32> : (i64) -> !llvm.ptr
  %a = llvm.getelementptr %p[0, %j] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<4 x i32>
  llvm.store %x, %a : i32, !llvm.ptr
  %v = llvm.load %a : !llvm.ptr -> i32
  llvm.return %v : i32
}
// A load of more than the member stays.
llvm.func @across(%x: i32, %y: i32) -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x !llvm.array<2 x i32> : (i64) -> !llvm.ptr
  %b = llvm.getelementptr %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x i32>
  llvm.store %x, %p : i32, !llvm.ptr
  llvm.store %y, %b : i32, !llvm.ptr
  %v = llvm.load %p : !llvm.ptr -> i64
  llvm.return %v : i64
}
llvm.func @filled(%x: i8) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %p = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
  "llvm.intr.memset"(%p, %x, %four) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  %v = llvm.load %p : !llvm.ptr -> i32
  llvm.return %v : i32
}
llvm.func @filled_float(%x: i8) -> f64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x f64 : (i64) -> !llvm.ptr
  "llvm.intr.memset.inline"(%p, %x) <{isVolatile = false, len = 8 : i64}> : (!llvm.ptr, i8) -> ()
  %v = llvm.load %p : !llvm.ptr -> f64
  llvm.return %v : f64
}
// Not all of it is filled.
llvm.func @filled_in_part(%x: i8, %y: i32) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %two = llvm.mlir.constant(2 : i64) : i64
  %p = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
  llvm.store %y, %p : i32, !llvm.ptr
  "llvm.intr.memset"(%p, %x, %two) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  %v = llvm.load %p : !llvm.ptr -> i32
  llvm.return %v : i32
}
llvm.func @copied(%x: i32) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %p = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
  %q = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
  llvm.store %x, %p : i32, !llvm.ptr
  "llvm.intr.memcpy"(%q, %p, %four) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %v = llvm.load %q : !llvm.ptr -> i32
  llvm.return %v : i32
}
llvm.func @moved(%x: f32) -> f32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %p = llvm.alloca %one x !llvm.array<2 x f32> : (i64) -> !llvm.ptr
  %q = llvm.alloca %one x f32 : (i64) -> !llvm.ptr
  llvm.store %x, %q : f32, !llvm.ptr
  "llvm.intr.memmove"(%p, %q, %four) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %v = llvm.load %p : !llvm.ptr -> f32
  llvm.return %v : f32
}
// A pointer that goes elsewhere keeps its memory.
llvm.func @escapes(%x: i32) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
  %q = llvm.alloca %one x !llvm.ptr : (i64) -> !llvm.ptr
  llvm.store %x, %p : i32, !llvm.ptr
  llvm.store %p, %q : !llvm.ptr, !llvm.ptr
  %r = llvm.load %q : !llvm.ptr -> !llvm.ptr
  %v = llvm.load %r : !llvm.ptr -> i32
  llvm.return %v : i32
}
llvm.func @volatile(%x: i32) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
  llvm.store volatile %x, %p : i32, !llvm.ptr
  %v = llvm.load %p : !llvm.ptr -> i32
  llvm.return %v : i32
}
llvm.func @itself() -> i1 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x !llvm.ptr : (i64) -> !llvm.ptr
  llvm.store %p, %p : !llvm.ptr, !llvm.ptr
  %q = llvm.load %p : !llvm.ptr -> !llvm.ptr
  %e = llvm.icmp "eq" %p, %q : !llvm.ptr
  llvm.return %e : i1
}
