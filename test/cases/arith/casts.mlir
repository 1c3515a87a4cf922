// RUN: rmlir-opt %s

func.func @f(%a: i32, %i: index, %x: f32) {
  %0 = arith.extsi %a : i32 to i64
  %1 = arith.trunci %a overflow<nsw> : i32 to i8
  %2 = arith.index_cast %a : i32 to index
  %3 = arith.index_castui %i : index to i64
  %4 = arith.sitofp %a : i32 to f32
  %5 = arith.fptoui %x : f32 to i8
  %6 = arith.bitcast %x : f32 to i32
  %7 = arith.extui %a nneg : i32 to i64
  %8 = arith.uitofp %a nneg : i32 to f32
  return
}
