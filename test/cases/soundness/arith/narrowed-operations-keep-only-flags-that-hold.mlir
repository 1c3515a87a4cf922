// What does not overflow with many bits may do so with few.
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(arith-int-range-narrowing{int-bitwidths-supported=8,16,32}))" --verify-semantics

func.func @sum(%x: i8, %y: i8) -> i32 {
  %c7 = arith.constant 7 : i8
  %a7 = arith.shrui %x, %c7 : i8
  %c1 = arith.constant 1 : i8
  %b = arith.shrui %y, %c1 : i8
  %a = arith.extui %a7 : i8 to i32
  %e = arith.extui %b : i8 to i32
  %s = arith.addi %a, %e overflow<nsw, nuw> : i32
  return %s : i32
}
func.func @unsigned_sum(%x: i8, %y: i8) -> i32 {
  %c1 = arith.constant 1 : i8
  %x1 = arith.shrui %x, %c1 : i8
  %y1 = arith.shrui %y, %c1 : i8
  %a = arith.extui %x1 : i8 to i32
  %b = arith.extui %y1 : i8 to i32
  %s = arith.addi %a, %b overflow<nsw> : i32
  return %s : i32
}
func.func @signed_sum(%x: i8, %y: i8) -> i32 {
  %c1 = arith.constant 1 : i8
  %x1 = arith.shrsi %x, %c1 : i8
  %y1 = arith.shrsi %y, %c1 : i8
  %a = arith.extsi %x1 : i8 to i32
  %b = arith.extsi %y1 : i8 to i32
  %s = arith.addi %a, %b overflow<nsw> : i32
  return %s : i32
}
func.func @product(%x: i8, %y: i8) -> i32 {
  %c4 = arith.constant 4 : i8
  %x1 = arith.shrui %x, %c4 : i8
  %y1 = arith.shrui %y, %c4 : i8
  %a = arith.extui %x1 : i8 to i32
  %b = arith.extui %y1 : i8 to i32
  %s = arith.muli %a, %b overflow<nsw, nuw> : i32
  return %s : i32
}
func.func @shifted(%x: i8) -> i32 {
  %c4 = arith.constant 4 : i8
  %x1 = arith.shrui %x, %c4 : i8
  %a = arith.extui %x1 : i8 to i32
  %four = arith.constant 4 : i32
  %s = arith.shli %a, %four overflow<nsw> : i32
  return %s : i32
}
func.func @index(%m: memref<200xi8>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c200 = arith.constant 200 : index
  %c50 = arith.constant 50 : index
  %r = scf.for %i = %c0 to %c200 step %c1 iter_args(%a = %c0) -> index {
    %s = arith.addi %i, %c50 overflow<nsw> : index
    scf.yield %s : index
  }
  return %r : index
}

// Differences and sums of small signed values wrap as unsigned if those of many bits do.
func.func @unsigned_difference(%x: i8, %y: i8) -> i32 {
  %c1 = arith.constant 1 : i8
  %x1 = arith.shrsi %x, %c1 : i8
  %y1 = arith.shrsi %y, %c1 : i8
  %a = arith.extsi %x1 : i8 to i32
  %b = arith.extsi %y1 : i8 to i32
  %s = arith.subi %a, %b overflow<nuw> : i32
  return %s : i32
}
func.func @unsigned_sum_of_signed(%x: i8, %y: i8) -> i32 {
  %c1 = arith.constant 1 : i8
  %x1 = arith.shrsi %x, %c1 : i8
  %y1 = arith.shrsi %y, %c1 : i8
  %a = arith.extsi %x1 : i8 to i32
  %b = arith.extsi %y1 : i8 to i32
  %s = arith.addi %a, %b overflow<nsw, nuw> : i32
  return %s : i32
}
func.func @unsigned_product_of_signed(%x: i8, %y: i8) -> i32 {
  %c5 = arith.constant 5 : i8
  %x1 = arith.shrsi %x, %c5 : i8
  %y1 = arith.shrsi %y, %c5 : i8
  %a = arith.extsi %x1 : i8 to i32
  %b = arith.extsi %y1 : i8 to i32
  %s = arith.muli %a, %b overflow<nuw> : i32
  return %s : i32
}
func.func @unsigned_shift_of_signed(%x: i8) -> i32 {
  %c5 = arith.constant 5 : i8
  %x1 = arith.shrsi %x, %c5 : i8
  %a = arith.extsi %x1 : i8 to i32
  %four = arith.constant 4 : i32
  %s = arith.shli %a, %four overflow<nuw> : i32
  return %s : i32
}
func.func @small_less_large(%x: i8) -> i32 {
  %c4 = arith.constant 4 : i8
  %x1 = arith.shrui %x, %c4 : i8
  %a = arith.extui %x1 : i8 to i32
  %large = arith.constant 42 : i32
  %s = arith.subi %a, %large overflow<nsw, nuw> : i32
  return %s : i32
}
