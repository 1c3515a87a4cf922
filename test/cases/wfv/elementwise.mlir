// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv,canonicalize,cse)'
// Intrinsics of LLVM that compute each element apart become operations on vectors, also under a mask.

func.func @f(%x: f32, %y: f32, %n: i32) -> (f32, i32) attributes {pvec.function = #pvec.function<4, both>} {
  %zero = arith.constant 0 : i32
  %a = llvm.intr.fmuladd(%x, %y, %x) : (f32, f32, f32) -> f32
  %positive = arith.cmpi sgt, %n, %zero : i32
  %b, %m = scf.if %positive -> (f32, i32) {
    %c = llvm.intr.maxnum(%a, %y) : (f32, f32) -> f32
    %k = "llvm.intr.ctlz"(%n) <{is_zero_poison = true}> : (i32) -> i32
    scf.yield %c, %k : f32, i32
  } else {
    scf.yield %a, %n : f32, i32
  }
  return %b, %m : f32, i32
}
