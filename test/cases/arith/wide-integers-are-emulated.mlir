// RUN: rmlir-opt %s --arith-emulate-wide-int=widest-int-supported=32

func.func @arithmetic(%a: i64, %b: i64) -> (i64, i64, i64, i1) {
  %0 = arith.addi %a, %b : i64
  %1 = arith.subi %a, %b : i64
  %2 = arith.muli %a, %b : i64
  %3 = arith.cmpi slt, %a, %b : i64
  return %0, %1, %2, %3 : i64, i64, i64, i1
}

func.func @constants() -> (i64, vector<2xi64>) {
  %0 = arith.constant 4294967297 : i64
  %1 = arith.constant dense<[1, -1]> : vector<2xi64>
  return %0, %1 : i64, vector<2xi64>
}

func.func @shifts(%a: i64, %b: i64) -> (i64, i64) {
  %0 = arith.shli %a, %b : i64
  %1 = arith.shrui %a, %b : i64
  return %0, %1 : i64, i64
}

func.func @casts(%a: i32, %b: i64, %i: index) -> (i64, i64, i16, index, i64) {
  %0 = arith.extsi %a : i32 to i64
  %1 = arith.extui %a : i32 to i64
  %2 = arith.trunci %b : i64 to i16
  %3 = arith.index_cast %b : i64 to index
  %4 = arith.index_castui %i : index to i64
  return %0, %1, %2, %3, %4 : i64, i64, i16, index, i64
}

func.func @vectors(%a: vector<4xi64>, %b: vector<4xi64>) -> vector<4xi64> {
  %0 = arith.maxsi %a, %b : vector<4xi64>
  return %0 : vector<4xi64>
}

func.func @floats(%a: i64, %x: f32) -> (f32, i64) {
  %0 = arith.uitofp %a : i64 to f32
  %1 = arith.fptoui %x : f32 to i64
  return %0, %1 : f32, i64
}

