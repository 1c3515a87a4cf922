// RUN: rmlir-opt %s --arith-int-range-narrowing=int-bitwidths-supported=8,16,32

func.func @f(%a: i8, %b: i8) -> (i64, i1, index) {
  %x = arith.extui %a : i8 to i64
  %y = arith.extui %b : i8 to i64
  %sum = arith.addi %x, %y : i64
  %less = arith.cmpi ult, %x, %y : i64
  %i = arith.index_castui %a : i8 to index
  %twice = arith.addi %i, %i : index
  return %sum, %less, %twice : i64, i1, index
}
