// RUN: rmlir-translate --mlir-to-llvmir %s | rmlir-translate --import-llvm

llvm.mlir.global internal @scale(2.0 : f64) {addr_space = 0 : i32} : f64

llvm.func @scaled(%p: !llvm.ptr {llvm.noalias}, %n: i64) -> f64 {
  %zero = llvm.mlir.constant(0.0 : f64) : f64
  %first = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %address = llvm.mlir.addressof @scale : !llvm.ptr
  llvm.br ^loop(%first, %zero : i64, f64)
^loop(%i: i64, %sum: f64):
  %at = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %at {alignment = 8 : i64} : !llvm.ptr -> f64
  %factor = llvm.load %address {alignment = 8 : i64} : !llvm.ptr -> f64
  %total = llvm.intr.fmuladd(%x, %factor, %sum) {fastmathFlags = #llvm.fastmath<reassoc>} : (f64, f64, f64) -> f64
  %next = llvm.add %i, %one overflow<nuw> : i64
  %more = llvm.icmp "ult" %next, %n : i64
  llvm.cond_br %more, ^loop(%next, %total : i64, f64), ^end
^end:
  llvm.return %total : f64
}
