// Lanes that are off, or beyond the length, are poison, and do not divide; matrices are columns one after the other.
// RUN: rmlir-run %s --entry divide
// RUN: rmlir-run %s --entry reduce
// RUN: rmlir-run %s --entry matrix
// RUN: rmlir-run %s --entry numbers

func.func @divide() -> vector<4xi32> {
  %a = arith.constant dense<[7, 8, 9, 10]> : vector<4xi32>
  %b = arith.constant dense<[2, 0, -3, 0]> : vector<4xi32>
  %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %n = arith.constant 3 : i32
  %r = "llvm.intr.vp.sdiv"(%a, %b, %mask, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  return %r : vector<4xi32>
}
func.func @reduce() -> (i32, f32) {
  %a = arith.constant dense<[7, 8, 9, 10]> : vector<4xi32>
  %f = arith.constant dense<[1.0, 2.0, 4.0, 8.0]> : vector<4xf32>
  %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %n = arith.constant 3 : i32
  %z = arith.constant 100 : i32
  %h = arith.constant 0.5 : f32
  %r = "llvm.intr.vp.reduce.add"(%z, %a, %mask, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %s = "llvm.intr.vp.reduce.fadd"(%h, %f, %mask, %n) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  return %r, %s : i32, f32
}
func.func @matrix() -> (vector<6xf32>, vector<4xf32>) {
  %a = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : vector<6xf32>
  %t = llvm.intr.matrix.transpose %a {rows = 2 : i32, columns = 3 : i32} : vector<6xf32> into vector<6xf32>
  %p = llvm.intr.matrix.multiply %a, %t {lhs_rows = 2 : i32, lhs_columns = 3 : i32, rhs_columns = 2 : i32} : (vector<6xf32>, vector<6xf32>) -> vector<4xf32>
  return %t, %p : vector<6xf32>, vector<4xf32>
}
func.func @numbers() -> (i32, i32, f32, i1) {
  %a = arith.constant -7 : i32
  %b = arith.constant 3 : i32
  %f = arith.constant 0.75 : f32
  %0 = llvm.intr.sshl.sat(%a, %b) : (i32, i32) -> i32
  %1 = llvm.intr.ucmp(%a, %b) : (i32, i32) -> i32
  %2 = llvm.intr.ldexp(%f, %b) : (f32, i32) -> f32
  %3 = "llvm.intr.is.fpclass"(%f) {bit = 256 : i32} : (f32) -> i1
  return %0, %1, %2, %3 : i32, i32, f32, i1
}
