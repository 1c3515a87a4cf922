// With 32 bits other numbers are the least and the greatest ones, and constants are cut.
// RUN: rmlir-opt %s --convert-index-to-llvm=index-bitwidth=32
// DIFFERS: indices have 32 bits afterwards

func.func @of_32_bits(%a: index, %b: index) -> (index, index) {
  %l = index.constant -2147483648
  %n = index.constant -4294967297
  %x = index.maxs %a, %l
  %0 = index.ceildivs %x, %b
  %1 = index.floordivs %a, %n
  return %0, %1 : index, index
}
