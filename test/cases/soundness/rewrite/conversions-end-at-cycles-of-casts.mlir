// Casts in a graph region may be a cycle: conversions reconcile casts, and end there.
// RUN: rmlir-opt %s --convert-arith-to-llvm
// RUN: rmlir-opt %s --reconcile-unrealized-casts
// RUN: rmlir-opt %s --convert-index-to-llvm
// RUN: rmlir-opt %s --canonicalize --cse

module {
  %0 = builtin.unrealized_conversion_cast %1 : f32 to i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to f32
  %2 = builtin.unrealized_conversion_cast %3 : f32 to index
  %3 = builtin.unrealized_conversion_cast %4 : i64 to f32
  %4 = builtin.unrealized_conversion_cast %2 : index to i64
  %5 = builtin.unrealized_conversion_cast %4 : i64 to f16
  %6 = builtin.unrealized_conversion_cast %6 : index to index
  %7 = builtin.unrealized_conversion_cast %6 : index to i8
}
