// RUN: rmlir-opt %s --canonicalize --cse

func.func @area(%width: i32, %unused: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.addi %one, %one : i32
  %same = arith.addi %width, %zero : i32
  %a = arith.muli %same, %two : i32
  %b = arith.muli %width, %two : i32
  %sum = arith.addi %a, %b : i32
  return %sum : i32
}
