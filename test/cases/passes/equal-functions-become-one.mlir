// RUN: rmlir-opt %s --duplicate-function-elimination

func.func @first(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
func.func @second(%y: i32) -> i32 {
  %0 = arith.addi %y, %y : i32
  return %0 : i32
}
func.func @other(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}
func.func @caller(%x: i32) -> (i32, i32) {
  %0 = call @second(%x) : (i32) -> i32
  %1 = call @other(%x) : (i32) -> i32
  return %0, %1 : i32, i32
}

// DIFFERS: one of two equal functions goes, although both are public
