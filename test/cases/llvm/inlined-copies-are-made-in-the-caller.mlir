// RUN: rmlir-opt %s --inline --split-input-file
// DIFFERS: the interpreter passes the pointer itself where a call would pass a copy.
// An argument that is passed as a copy is copied before the inlined body, unless that only reads and the memory is
// aligned as it expects.

llvm.func internal @writes(%p: !llvm.ptr {llvm.byval = i32}) -> i32 {
  %five = llvm.mlir.constant(5 : i32) : i32
  llvm.store %five, %p : i32, !llvm.ptr
  %0 = llvm.load %p : !llvm.ptr -> i32
  llvm.return %0 : i32
}
llvm.func @keeps_its_own(%x: i32) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %slot = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
  llvm.store %x, %slot : i32, !llvm.ptr
  %0 = llvm.call @writes(%slot) : (!llvm.ptr) -> i32
  %1 = llvm.load %slot : !llvm.ptr -> i32
  %2 = llvm.add %0, %1 : i32
  llvm.return %2 : i32
}

// -----

// An allocation is aligned more instead of being copied; where it is aligned well nothing is to do.
llvm.func internal @reads(%p: !llvm.ptr {llvm.byval = i32, llvm.align = 16 : i64}) -> i32 attributes {memory_effects = #llvm.memory_effects<other = readwrite, argMem = read, inaccessibleMem = readwrite, errnoMem = readwrite, targetMem0 = readwrite, targetMem1 = readwrite>} {
  %0 = llvm.load %p : !llvm.ptr -> i32
  llvm.return %0 : i32
}
llvm.mlir.global internal @aligned(42 : i32) {addr_space = 0 : i32, alignment = 32 : i64} : i32
llvm.mlir.global internal @plain(42 : i32) : i32
llvm.func @raised() -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %slot = llvm.alloca %one x i32 {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %0 = llvm.call @reads(%slot) : (!llvm.ptr) -> i32
  llvm.return %0 : i32
}
llvm.func @globals() -> i32 {
  %a = llvm.mlir.addressof @aligned : !llvm.ptr
  %0 = llvm.call @reads(%a) : (!llvm.ptr) -> i32
  %b = llvm.mlir.addressof @plain : !llvm.ptr
  %1 = llvm.call @reads(%b) : (!llvm.ptr) -> i32
  %2 = llvm.add %0, %1 : i32
  llvm.return %2 : i32
}
llvm.func @arguments(%p: !llvm.ptr {llvm.align = 16 : i64}, %q: !llvm.ptr) -> i32 {
  %0 = llvm.call @reads(%p) : (!llvm.ptr) -> i32
  %1 = llvm.call @reads(%q) : (!llvm.ptr) -> i32
  %2 = llvm.add %0, %1 : i32
  llvm.return %2 : i32
}

// -----

// The stack is not aligned that much, so that a copy is cheaper.
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.stack_alignment" = 128 : i64>} {
  llvm.func internal @reads(%p: !llvm.ptr {llvm.byval = i32, llvm.align = 32 : i64}) -> i32 attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>} {
    %0 = llvm.load %p : !llvm.ptr -> i32
    llvm.return %0 : i32
  }
  llvm.func @wide() -> i32 {
    %one = llvm.mlir.constant(1 : i64) : i64
    %slot = llvm.alloca %one x i32 {alignment = 4 : i64} : (i64) -> !llvm.ptr
    %0 = llvm.call @reads(%slot) : (!llvm.ptr) -> i32
    %wide = llvm.alloca %one x i32 {alignment = 32 : i64} : (i64) -> !llvm.ptr
    %1 = llvm.call @reads(%wide) : (!llvm.ptr) -> i32
    %2 = llvm.add %0, %1 : i32
    llvm.return %2 : i32
  }
}

// -----

// How large what is copied is, and how it is aligned, is for the data layout to say.
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<32> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, f64 = dense<32> : vector<2xi64>>} {
  llvm.func internal @many(%a: !llvm.ptr {llvm.byval = !llvm.struct<(i8, i64, i8)>}, %b: !llvm.ptr {llvm.byval = !llvm.struct<packed (i8, i64, i8)>}, %c: !llvm.ptr {llvm.byval = !llvm.array<3 x ptr>}, %d: !llvm.ptr {llvm.byval = vector<3xf32>}, %e: !llvm.ptr {llvm.byval = i20}, %f: !llvm.ptr {llvm.byval = f64}) {
    %g = llvm.mlir.constant(1 : i8) : i8
    llvm.store %g, %a : i8, !llvm.ptr
    llvm.store %g, %b : i8, !llvm.ptr
    llvm.store %g, %c : i8, !llvm.ptr
    llvm.store %g, %d : i8, !llvm.ptr
    llvm.store %g, %e : i8, !llvm.ptr
    llvm.store %g, %f : i8, !llvm.ptr
    llvm.return
  }
  llvm.func @sizes(%p: !llvm.ptr) {
    llvm.call @many(%p, %p, %p, %p, %p, %p) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
    llvm.return
  }
}

// -----

// The memory of a copy is taken once for all iterations of a loop, but not for all that run at the same time.
llvm.func internal @one(%p: !llvm.ptr {llvm.byval = i32}) {
  %five = llvm.mlir.constant(5 : i32) : i32
  llvm.store %five, %p : i32, !llvm.ptr
  llvm.return
}
func.func @in_turn(%p: !llvm.ptr, %from: index, %to: index, %by: index) {
  scf.for %i = %from to %to step %by {
    llvm.call @one(%p) : (!llvm.ptr) -> ()
  }
  return
}
func.func @at_once(%p: !llvm.ptr, %from: index, %to: index, %by: index) {
  scf.parallel (%i) = (%from) to (%to) step (%by) {
    llvm.call @one(%p) : (!llvm.ptr) -> ()
  }
  return
}
