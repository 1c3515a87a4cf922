// RUN: rmlir-translate --mlir-to-llvmir %s

llvm.func @integers(%a: i32, %b: i32, %w: i64) -> i1 {
  %0 = llvm.add %a, %b overflow<nsw> : i32
  %1 = llvm.sub %0, %b overflow<nuw> : i32
  %2 = llvm.or disjoint %1, %b : i32
  %3 = llvm.sdiv exact %2, %b : i32
  %4 = llvm.lshr %3, %b : i32
  %5 = llvm.zext nneg %4 : i32 to i64
  %6 = llvm.trunc %5 overflow<nsw, nuw> : i64 to i16
  %7 = llvm.sext %6 : i16 to i64
  %8 = llvm.xor %7, %w : i64
  %9 = llvm.freeze %8 : i64
  %10 = llvm.icmp "sge" %9, %w : i64
  llvm.return %10 : i1
}

llvm.func @floats(%a: f32, %b: f32, %d: f64) -> f16 {
  %0 = llvm.fadd %a, %b {fastmathFlags = #llvm.fastmath<fast>} : f32
  %1 = llvm.fdiv %0, %b {fastmathFlags = #llvm.fastmath<arcp, ninf, nsz>} : f32
  %2 = llvm.fneg %1 : f32
  %3 = llvm.fcmp "une" %2, %a : f32
  %4 = llvm.select %3, %a, %2 {fastmathFlags = #llvm.fastmath<nnan>} : i1, f32
  %5 = llvm.fpext %4 : f32 to f64
  %6 = llvm.frem %5, %d : f64
  %7 = llvm.fptosi %6 : f64 to i8
  %8 = llvm.uitofp nneg %7 : i8 to f32
  %9 = llvm.fptrunc %8 : f32 to f16
  llvm.return %9 : f16
}

llvm.func @constants() -> !llvm.struct<(f32, f64, f64, f16, bf16, f128)> {
  %0 = llvm.mlir.undef : !llvm.struct<(f32, f64, f64, f16, bf16, f128)>
  %1 = llvm.mlir.constant(1.0e-01 : f32) : f32
  %2 = llvm.mlir.constant(1.0e+22 : f64) : f64
  %3 = llvm.mlir.constant(0x7FF8000000000000 : f64) : f64
  %4 = llvm.mlir.constant(2.0 : f16) : f16
  %5 = llvm.mlir.constant(-3.0 : bf16) : bf16
  %6 = llvm.mlir.constant(1.0 : f128) : f128
  %8 = llvm.insertvalue %1, %0[0] : !llvm.struct<(f32, f64, f64, f16, bf16, f128)>
  llvm.return %8 : !llvm.struct<(f32, f64, f64, f16, bf16, f128)>
}
