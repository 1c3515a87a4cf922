// RUN: rmlir-opt %s --lower-affine
// RUN: rmlir-opt %s --convert-arith-to-llvm
// RUN: rmlir-opt %s --convert-scf-to-cf

// In a graph region the results of operations may fold to each other: a conversion replaces all but one of them.

module {
  %0 = builtin.unrealized_conversion_cast %1 : index to i32
  %1 = builtin.unrealized_conversion_cast %2 : index to index
  %2 = builtin.unrealized_conversion_cast %3 : i32 to index
  %3 = builtin.unrealized_conversion_cast %1 : index to i32
  %true = arith.constant true
  %4 = arith.select %true, %5, %4 : i32
  %5 = arith.select %true, %4, %5 : i32
  %6 = arith.addi %7, %zero : index
  %7 = arith.addi %6, %zero : index
  %zero = arith.constant 0 : index
}
