// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

%0:3 = test.give : i32, f32, index
%1 = test.same %0#0, %0#0 : i32
test.take
test.take %0#0, %0#1 : i32, f32 {a = 1}
%2 = test.variadic %0#0 [%0#1, %0#2] : i32, f32, index -> i8
test.segments (%1) (%0#1) : i32 and f32
test.segments (%1) (%0#1) or %0#2 : index : i32 and f32
