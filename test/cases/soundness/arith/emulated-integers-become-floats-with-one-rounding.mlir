// A wide integer is rounded once, whatever the float holds of its halves.
// RUN: rmlir-opt %s --arith-emulate-wide-int=widest-int-supported=32 --verify-semantics=60

func.func @any(%a: i64) -> (f32, f32, bf16, f16) {
  %0 = arith.sitofp %a : i64 to f32
  %1 = arith.uitofp %a : i64 to f32
  %2 = arith.uitofp %a : i64 to bf16
  %3 = arith.uitofp %a : i64 to f16
  return %0, %1, %2, %3 : f32, f32, bf16, f16
}
func.func @double(%a: i64) -> (f64, f64) {
  %0 = arith.sitofp %a : i64 to f64
  %1 = arith.uitofp %a : i64 to f64
  return %0, %1 : f64, f64
}
func.func @shifted(%a: i64, %n: i64) -> (f32, f32, bf16) {
  %c63 = arith.constant 63 : i64
  %m = arith.andi %n, %c63 : i64
  %one = arith.constant 1 : i64
  %odd = arith.constant -1234567890123456789 : i64
  %b = arith.xori %a, %odd : i64
  %c = arith.shrui %b, %m : i64
  %d = arith.ori %c, %one : i64
  %0 = arith.uitofp %d : i64 to f32
  %1 = arith.sitofp %d : i64 to f32
  %2 = arith.uitofp %d : i64 to bf16
  return %0, %1, %2 : f32, f32, bf16
}
func.func @ties(%n: i64) -> (f32, f32) {
  %tie = arith.constant 4611686293305294848 : i64
  %three = arith.constant 3 : i64
  %m = arith.andi %n, %three : i64
  %a = arith.ori %tie, %m : i64
  %small = arith.constant 4294967552 : i64
  %b = arith.addi %small, %m : i64
  %0 = arith.uitofp %a : i64 to f32
  %1 = arith.uitofp %b : i64 to f32
  return %0, %1 : f32, f32
}
func.func @lanes(%a: vector<4xi64>) -> (vector<4xf32>, vector<4xf32>) {
  %odd = arith.constant dense<[72057594037927937, 8589934593, 1099511627777, 36028797018963967]> : vector<4xi64>
  %b = arith.xori %a, %odd : vector<4xi64>
  %0 = arith.uitofp %b : vector<4xi64> to vector<4xf32>
  %1 = arith.sitofp %b : vector<4xi64> to vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}
func.func @to_integers(%x: f32, %y: f64) -> (i64, i64, i64, i64) {
  %0 = arith.fptosi %x : f32 to i64
  %1 = arith.fptosi %y : f64 to i64
  %2 = arith.fptoui %x : f32 to i64
  %3 = arith.fptoui %y : f64 to i64
  return %0, %1, %2, %3 : i64, i64, i64, i64
}
