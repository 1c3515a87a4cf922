// A half that is shifted the other way is not shifted by its width.
// RUN: rmlir-opt %s --arith-emulate-wide-int=widest-int-supported=32 --verify-semantics

func.func @variable(%a: i64, %n: i64) -> (i64, i64, i64) {
  %c63 = arith.constant 63 : i64
  %m = arith.andi %n, %c63 : i64
  %0 = arith.shli %a, %m : i64
  %1 = arith.shrui %a, %m : i64
  %2 = arith.shrsi %a, %m : i64
  return %0, %1, %2 : i64, i64, i64
}
func.func @by_zero(%a: i64) -> (i64, i64, i64) {
  %z = arith.constant 0 : i64
  %0 = arith.shli %a, %z : i64
  %1 = arith.shrui %a, %z : i64
  %2 = arith.shrsi %a, %z : i64
  return %0, %1, %2 : i64, i64, i64
}
func.func @by_half(%a: i64) -> (i64, i64, i64) {
  %z = arith.constant 32 : i64
  %0 = arith.shli %a, %z : i64
  %1 = arith.shrui %a, %z : i64
  %2 = arith.shrsi %a, %z : i64
  return %0, %1, %2 : i64, i64, i64
}
func.func @lanes(%a: vector<4xi64>) -> (vector<4xi64>, vector<4xi64>, vector<4xi64>) {
  %n = arith.constant dense<[0, 1, 32, 63]> : vector<4xi64>
  %0 = arith.shli %a, %n : vector<4xi64>
  %1 = arith.shrui %a, %n : vector<4xi64>
  %2 = arith.shrsi %a, %n : vector<4xi64>
  return %0, %1, %2 : vector<4xi64>, vector<4xi64>, vector<4xi64>
}
func.func @of_unknown_amount(%a: i64, %n: i64) -> (i64, i64, i64) {
  %0 = arith.shli %a, %n : i64
  %1 = arith.shrui %a, %n : i64
  %2 = arith.shrsi %a, %n : i64
  return %0, %1, %2 : i64, i64, i64
}
