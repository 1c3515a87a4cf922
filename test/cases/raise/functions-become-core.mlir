// RUN: rmlir-opt %s --raise-llvm-to-core --split-input-file --remarks-filter=raise
// Functions, arithmetic and branches of llvm become those of func, arith, math and cf; what belongs to the C ABI is kept.

llvm.func internal fastcc @callee(%a: i32 {llvm.noundef}, %p: !llvm.ptr {llvm.noalias}) -> (i32 {llvm.noundef}) attributes {dso_local, no_unwind} {
  %0 = llvm.add %a, %a overflow<nsw> : i32
  %1 = llvm.or disjoint %0, %a : i32
  %2 = llvm.zext nneg %1 : i32 to i64
  %3 = llvm.zext %1 : i32 to i64
  %4 = llvm.add %2, %3 overflow<nsw, nuw> : i64
  %5 = llvm.getelementptr inbounds %p[%4] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %6 = llvm.load %5 : !llvm.ptr -> f32
  %7 = llvm.fmul %6, %6 {fastmathFlags = #llvm.fastmath<nnan, contract>} : f32
  %8 = llvm.intr.fabs(%7) : (f32) -> f32
  llvm.store %8, %5 : f32, !llvm.ptr
  %9 = llvm.trunc %4 overflow<nsw> : i64 to i32
  llvm.return %9 : i32
}

llvm.func @caller(%a: i32, %p: !llvm.ptr) -> i32 {
  %0 = llvm.mlir.constant(0 : i32) : i32
  %1 = llvm.icmp "sgt" %a, %0 : i32
  llvm.cond_br %1 weights([3, 1]), ^bb1, ^bb2(%a : i32)
^bb1:
  %2 = llvm.call fastcc @callee(%a, %p) {no_unwind} : (i32, !llvm.ptr) -> i32
  llvm.switch %2 : i32, ^bb2(%0 : i32) [
    1: ^bb2(%2 : i32),
    2: ^bb3
  ]
^bb2(%3: i32):
  llvm.return %3 : i32
^bb3:
  llvm.unreachable
}

llvm.func @of_pointers(%p: !llvm.ptr, %q: !llvm.ptr) -> !llvm.ptr {
  %0 = llvm.icmp "eq" %p, %q : !llvm.ptr
  %1 = llvm.select %0, %p, %q : i1, !llvm.ptr
  llvm.return %1 : !llvm.ptr
}

// -----

// The address of a function is a constant of func, in initializers too.

llvm.mlir.global internal constant @table() : !llvm.array<1 x ptr> {
  %0 = llvm.mlir.undef : !llvm.array<1 x ptr>
  %1 = llvm.mlir.addressof @listed : !llvm.ptr
  %2 = llvm.insertvalue %1, %0[0] : !llvm.array<1 x ptr>
  llvm.return %2 : !llvm.array<1 x ptr>
}

llvm.func @listed() {
  llvm.return
}

llvm.func @get() -> !llvm.ptr {
  %0 = llvm.mlir.addressof @listed : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

llvm.func @rounded(%a: f64, %v: vector<2xf64>) -> f64 {
  %0 = llvm.fptrunc %a : f64 to f32
  %1 = llvm.fptrunc %v : vector<2xf64> to vector<2xf32>
  %c = llvm.mlir.constant(1 : i32) : i32
  %2 = llvm.extractelement %1[%c : i32] : vector<2xf32>
  %3 = llvm.fadd %0, %2 : f32
  %4 = llvm.fpext %3 : f32 to f64
  llvm.return %4 : f64
}

#file = #llvm.di_file<"a.c" in "/src">
#variable = #llvm.di_local_variable<scope = #file, name = "v">

llvm.func @variables(%a: i32) -> i32 {
  llvm.intr.dbg.value #variable = %a : i32
  %0 = llvm.add %a, %a : i32
  llvm.intr.dbg.value #variable = %0 : i32
  llvm.return %0 : i32
}
