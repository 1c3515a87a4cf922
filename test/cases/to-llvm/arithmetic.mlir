// RUN: rmlir-opt %s --convert-arith-to-llvm

func.func @flags(%a: i32, %b: i32, %x: f32, %y: f32) -> (i32, f32, i1, i1) {
  %0 = arith.addi %a, %b overflow<nsw, nuw> : i32
  %1 = arith.mulf %x, %y fastmath<nnan, contract> : f32
  %2 = arith.cmpi ult, %a, %b : i32
  %3 = arith.cmpf une, %x, %y : f32
  return %0, %1, %2, %3 : i32, f32, i1, i1
}

// A vector of several dimensions is an array of vectors.
func.func @vectors(%a: vector<2x3xf32>, %b: vector<2x3xf32>) -> vector<2x3xf32> {
  %0 = arith.addf %a, %b : vector<2x3xf32>
  return %0 : vector<2x3xf32>
}

func.func @casts(%a: index, %x: f32, %b: i64) -> (i32, i64, f16, index) {
  %0 = arith.index_cast %a : index to i32
  %1 = arith.index_castui %a : index to i64
  %2 = arith.truncf %x to_nearest_even : f32 to f16
  %3 = arith.index_cast %b : i64 to index
  return %0, %1, %2, %3 : i32, i64, f16, index
}

func.func @pairs(%a: i32, %b: i32) -> (i32, i1, i32, i32) {
  %sum, %overflow = arith.addui_extended %a, %b : i32, i1
  %low, %high = arith.mulsi_extended %a, %b : i32
  return %sum, %overflow, %low, %high : i32, i1, i32, i32
}

// Divisions that round are written out first.
func.func @floor(%a: index, %b: index) -> index {
  %0 = arith.floordivsi %a, %b : index
  return %0 : index
}

// LLVM has no such floats: nothing happens.
func.func @small(%a: f8E4M3FN, %b: f8E4M3FN) -> f8E4M3FN {
  %0 = arith.addf %a, %b : f8E4M3FN
  return %0 : f8E4M3FN
}
