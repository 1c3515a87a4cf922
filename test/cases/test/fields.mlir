// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

%0:3 = odd.give : i32, f32, index
%1 = odd.same %0#0, %0#0 : i32
odd.take
odd.take %0#0, %0#1 : i32, f32 {a = 1}
%2 = odd.variadic %0#0 [%0#1, %0#2] : i32, f32, index -> i8
odd.segments (%1) (%0#1) : i32 and f32
odd.segments (%1) (%0#1) or %0#2 : index : i32 and f32
