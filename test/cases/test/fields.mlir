// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

%0:3 = test.source : i32, f32, index
%1 = test.same %0#0, %0#0 : i32
test.use
test.use %0#0, %0#1 : i32, f32 {a = 1}
%2 = test.variadic %0#0 [%0#1, %0#2] : i32, f32, index -> i8
test.segments (%1) (%0#1) : i32, f32
test.segments (%1) (%0#1) or %0#2 : index : i32, f32
