// An integer as a float that is cut is the integer as that float only if the first cast is exact.
// RUN: rmlir-opt %s --canonicalize --verify-semantics

func.func @i64_f64_f32(%n: i64) -> (f32, f32) {
  %bits = arith.constant 4611686293305294848 : i64
  %c3 = arith.constant 3 : i64
  %low = arith.andi %n, %c3 : i64
  %x = arith.ori %bits, %low : i64
  %a = arith.sitofp %x : i64 to f64
  %b = arith.truncf %a : f64 to f32
  %c = arith.uitofp %x : i64 to f64
  %d = arith.truncf %c : f64 to f32
  return %b, %d : f32, f32
}
func.func @i32_f32_f16(%n: i8) -> f16 {
  %big = arith.constant 1073741825 : i32
  %e = arith.extui %n : i8 to i32
  %x = arith.subi %big, %e : i32
  %a = arith.sitofp %x : i32 to f32
  %b = arith.truncf %a : f32 to f16
  return %b : f16
}
func.func @i32_f32_bf16(%n: i8) -> (bf16, bf16) {
  %big = arith.constant 1077936129 : i32
  %fifteen = arith.constant 15 : i8
  %m = arith.andi %n, %fifteen : i8
  %e = arith.extsi %m : i8 to i32
  %x = arith.addi %big, %e : i32
  %a = arith.sitofp %x : i32 to f32
  %b = arith.truncf %a : f32 to bf16
  %c = arith.uitofp %x : i32 to f32
  %d = arith.truncf %c : f32 to bf16
  return %b, %d : bf16, bf16
}
func.func @exact(%x: i32) -> (f32, f32) {
  %a = arith.sitofp %x : i32 to f64
  %b = arith.truncf %a : f64 to f32
  %c = arith.uitofp %x : i32 to f64
  %d = arith.truncf %c : f64 to f32
  return %b, %d : f32, f32
}
func.func @lanes(%n: vector<2xi8>) -> vector<2xf32> {
  %bits = arith.constant dense<4611686293305294848> : vector<2xi64>
  %e = arith.extui %n : vector<2xi8> to vector<2xi64>
  %x = arith.ori %bits, %e : vector<2xi64>
  %a = arith.uitofp %x : vector<2xi64> to vector<2xf64>
  %b = arith.truncf %a : vector<2xf64> to vector<2xf32>
  return %b : vector<2xf32>
}
