// RUN: rmlir-opt %s --convert-index-to-llvm=index-bitwidth=32

func.func @f(%a: index, %b: index, %n: i64) -> (index, index, index, index, i1, i64, index) {
  %0 = index.add %a, %b
  %1 = index.ceildivs %a, %b
  %2 = index.ceildivu %a, %b
  %3 = index.floordivs %a, %b
  %4 = index.cmp ult(%a, %b)
  %5 = index.castu %a : index to i64
  %6 = index.casts %n : i64 to index
  %7 = index.sizeof
  %8 = index.constant 4294967297
  %9 = index.add %7, %8
  return %0, %1, %2, %3, %4, %5, %9 : index, index, index, index, i1, i64, index
}

// DIFFERS: indices have 32 bits afterwards
