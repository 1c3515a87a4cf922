// Floats of 16 bits are rounded after every operation; conversions round once.

func.func @half(%a: f16, %b: f16) -> (f16, f16, f16, f16, i1) {
  %0 = arith.addf %a, %b : f16
  %1 = arith.mulf %0, %b : f16
  %2 = arith.divf %1, %a : f16
  %3 = math.fma %a, %b, %2 : f16
  %4 = arith.cmpf olt, %2, %b : f16
  return %0, %1, %2, %3, %4 : f16, f16, f16, f16, i1
}

func.func @convert(%a: f64, %b: f32, %c: i64, %d: i32) -> (f16, f32, f16, f64, f32, f16, i32, i8) {
  %0 = arith.truncf %a : f64 to f16
  %2 = arith.truncf %a : f64 to f32
  %3 = arith.truncf %b : f32 to f16
  %4 = arith.sitofp %c : i64 to f64
  %5 = arith.uitofp %c : i64 to f32
  %6 = arith.sitofp %d : i32 to f16
  %7 = arith.fptosi %b : f32 to i32
  %8 = arith.fptosi %a : f64 to i8
  return %0, %2, %3, %4, %5, %6, %7, %8 : f16, f32, f16, f64, f32, f16, i32, i8
}

func.func @order(%a: f64, %b: f64) -> (f64, f64, i1, i1, i1) {
  %0 = arith.maximumf %a, %b : f64
  %1 = arith.minimumf %a, %b : f64
  %2 = arith.cmpf ueq, %a, %b : f64
  %3 = arith.cmpf uno, %a, %b : f64
  %4 = arith.cmpf one, %a, %b : f64
  return %0, %1, %2, %3, %4 : f64, f64, i1, i1, i1
}

func.func @rounding(%a: f64, %b: f32) -> (f64, f64, f64, f64, f64, f32, f32) {
  %0 = math.floor %a : f64
  %1 = math.ceil %a : f64
  %2 = math.trunc %a : f64
  %3 = math.round %a : f64
  %4 = math.roundeven %a : f64
  %5 = math.copysign %b, %b : f32
  %6 = math.fma %b, %b, %b : f32
  return %0, %1, %2, %3, %4, %5, %6 : f64, f64, f64, f64, f64, f32, f32
}

func.func @root(%a: f64) -> (f64, f64, i1) {
  %0 = math.absf %a : f64
  %1 = math.sqrt %0 : f64
  %three = arith.constant 3 : i32
  %2 = math.fpowi %a, %three : f64, i32
  %3 = math.isnan %1 : f64
  return %1, %2, %3 : f64, f64, i1
}

// The interpreter once took these predicates for others.
llvm.func @unordered(%a: f32, %b: f32) -> !llvm.struct<(i1, i1, i1, i1)> {
  %0 = llvm.fcmp "ueq" %a, %b : f32
  %1 = llvm.fcmp "ult" %a, %b : f32
  %2 = llvm.fcmp "uge" %a, %b : f32
  %3 = llvm.fcmp "uno" %a, %b : f32
  %u = llvm.mlir.undef : !llvm.struct<(i1, i1, i1, i1)>
  %s0 = llvm.insertvalue %0, %u[0] : !llvm.struct<(i1, i1, i1, i1)>
  %s1 = llvm.insertvalue %1, %s0[1] : !llvm.struct<(i1, i1, i1, i1)>
  %s2 = llvm.insertvalue %2, %s1[2] : !llvm.struct<(i1, i1, i1, i1)>
  %s3 = llvm.insertvalue %3, %s2[3] : !llvm.struct<(i1, i1, i1, i1)>
  llvm.return %s3 : !llvm.struct<(i1, i1, i1, i1)>
}

// The zeros are -0.0 and 0.0, in this order.
func.func @zeros(%a: f32) -> (f32, f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %negative = math.copysign %zero, %a : f32
  %other = arith.negf %negative : f32
  %0 = arith.minimumf %negative, %other : f32
  %1 = arith.minimumf %other, %negative : f32
  %2 = arith.maximumf %negative, %other : f32
  %3 = arith.maximumf %other, %negative : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
