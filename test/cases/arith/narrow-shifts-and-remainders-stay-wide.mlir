// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(arith-int-range-narrowing{int-bitwidths-supported=8,16,32}))'

// By 31 an 8-bit number cannot be shifted, a 32-bit one can.
func.func @shift(%x: index) -> index {
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %0 = arith.andi %x, %c1 : index
  %1 = arith.shrui %0, %c31 : index
  return %1 : index
}

// As an unsigned number -4 is large: its remainder is 12, that of the 8-bit number 5.
func.func @remainder(%x: index) -> index {
  %c-4 = arith.constant -4 : index
  %c13 = arith.constant 13 : index
  %c1 = arith.constant 1 : index
  %0 = arith.andi %x, %c1 : index
  %1 = arith.subi %c-4, %0 : index
  %2 = arith.remui %1, %c13 : index
  return %2 : index
}
