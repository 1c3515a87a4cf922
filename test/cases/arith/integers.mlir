// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

func.func @f(%a: i32, %b: i32, %v: vector<4xi32>, %c: i1) {
  %0 = arith.addi %a, %b overflow<nsw, nuw> : i32
  %1 = arith.subi %v, %v : vector<4xi32>
  %2 = arith.muli %a, %b : i32
  %3 = arith.divsi %a, %b : i32
  %4 = arith.remui %a, %b : i32
  %5 = arith.shrsi %a, %b : i32
  %6 = arith.shrui %a, %b exact : i32
  %7, %8 = arith.addui_extended %a, %b : i32, i1
  %9, %10 = arith.mulsi_extended %a, %b : i32
  %11 = arith.cmpi slt, %v, %v : vector<4xi32>
  %12 = arith.select %c, %a, %b : i32
  %13 = arith.maxsi %a, %b : i32
  return
}
