// RUN: rmlir-opt %s --inline --split-input-file
// Stack memory of a callee would pile up in a loop if it were taken where the call was: what has a known size is taken
// on entry to the caller, the rest is given back.

llvm.func internal @square(%x: i32) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %slot = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
  llvm.store %x, %slot : i32, !llvm.ptr
  %0 = llvm.load %slot : !llvm.ptr -> i32
  %1 = llvm.load %slot : !llvm.ptr -> i32
  %2 = llvm.mul %0, %1 : i32
  llvm.return %2 : i32
}
llvm.func @sum_of_squares(%n: i32) -> i32 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %limit = llvm.mlir.constant(7 : i32) : i32
  %last = llvm.and %n, %limit : i32
  llvm.br ^loop(%zero, %zero : i32, i32)
^loop(%i: i32, %sum: i32):
  %square = llvm.call @square(%i) : (i32) -> i32
  %next_sum = llvm.add %sum, %square : i32
  %next = llvm.add %i, %one : i32
  %more = llvm.icmp "slt" %i, %last : i32
  llvm.cond_br %more, ^loop(%next, %next_sum : i32, i32), ^end
^end:
  llvm.return %next_sum : i32
}

// -----

// Two allocations keep their order; one that is used where the callee says so gets no other marks, nor does an empty one.
llvm.func internal @several(%x: f32) -> f32 {
  %none = llvm.mlir.constant(0 : i32) : i32
  %two = llvm.mlir.constant(2 : i32) : i32
  %four = llvm.mlir.constant(4 : i32) : i32
  %a = llvm.alloca %two x f32 : (i32) -> !llvm.ptr
  %b = llvm.alloca %four x f32 : (i32) -> !llvm.ptr
  %c = llvm.alloca %none x f32 : (i32) -> !llvm.ptr
  llvm.intr.lifetime.start %b : !llvm.ptr
  llvm.store %x, %a : f32, !llvm.ptr
  llvm.store %x, %b : f32, !llvm.ptr
  llvm.call @use(%c) : (!llvm.ptr) -> ()
  %0 = llvm.load %a : !llvm.ptr -> f32
  llvm.intr.lifetime.end %b : !llvm.ptr
  llvm.return %0 : f32
}
llvm.func @use(!llvm.ptr)
llvm.func @two_calls(%x: f32) -> f32 {
  %0 = llvm.call @several(%x) : (f32) -> f32
  %1 = llvm.call @several(%0) : (f32) -> f32
  llvm.return %1 : f32
}

// -----

// What is taken under a condition, or has no known size, is given back at each return.
llvm.func internal @sized(%n: i32, %c: i1) -> i32 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
  %fixed = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %n, %fixed : i32, !llvm.ptr
  llvm.cond_br %c, ^then, ^else
^then:
  %b = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %one, %b : i32, !llvm.ptr
  %0 = llvm.load %b : !llvm.ptr -> i32
  llvm.return %0 : i32
^else:
  %1 = llvm.load %fixed : !llvm.ptr -> i32
  llvm.return %1 : i32
}
llvm.func @in_a_branch(%n: i32, %c: i1) -> i32 {
  llvm.cond_br %c, ^call, ^end(%n : i32)
^call:
  %0 = llvm.call @sized(%n, %c) : (i32, i1) -> i32
  llvm.br ^end(%0 : i32)
^end(%1: i32):
  llvm.return %1 : i32
}

// -----

// In a region that frees its memory itself the memory stays in it.
llvm.func internal @slot() -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %slot = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  llvm.store %one, %slot : i64, !llvm.ptr
  %0 = llvm.load %slot : !llvm.ptr -> i64
  llvm.return %0 : i64
}
func.func @scopes(%m: memref<?xi64>, %c: i1, %from: index, %to: index, %by: index) {
  scf.if %c {
    %0 = llvm.call @slot() : () -> i64
    memref.store %0, %m[%from] : memref<?xi64>
  }
  memref.alloca_scope {
    %1 = llvm.call @slot() : () -> i64
    memref.store %1, %m[%from] : memref<?xi64>
  }
  return
}

// -----

// Nothing comes after a callee that does not return.
llvm.func internal @stop() {
  llvm.intr.trap
  llvm.unreachable
}
llvm.func @stops(%p: !llvm.ptr, %x: i32) {
  llvm.store %x, %p : i32, !llvm.ptr
  llvm.call @stop() : () -> ()
  llvm.store %x, %p : i32, !llvm.ptr
  llvm.return
}
