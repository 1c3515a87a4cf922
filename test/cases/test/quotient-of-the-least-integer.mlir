// RUN: rmlir-opt %s --int-range-optimizations
// It is negative if the divisor is positive: upstream has the positive one.

func.func @rounded_up() -> i64 {
  %least = arith.constant -9223372036854775808 : i64
  %minus_four = arith.constant -4 : i64
  %fifteen = arith.constant 15 : i64
  %twelve = arith.andi %minus_four, %fifteen : i64
  %quotient = arith.ceildivsi %least, %twelve : i64
  return %quotient : i64
}
