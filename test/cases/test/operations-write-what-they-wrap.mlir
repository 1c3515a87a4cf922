// RUN: rmlir-opt %s --allow-unregistered-dialect
// RUN: rmlir-opt %s --allow-unregistered-dialect --mlir-print-op-generic --mlir-print-debuginfo --mlir-print-local-scope

// An operation may be written as the one in its region, whose location it takes.
func.func @wrapped(%a: i32, %b: f32) -> (f32, i1) {
  %0:2 = test.wrapping_region wraps "x.inner"(%b, %a) {x.y} : (f32, i32) -> (i1, f32) loc("here")
  return %0#1, %0#0 : f32, i1
}

// Its operation may go without saying, and is written like any other if it is not that one.
func.func @special(%a: f32, %b: f32) -> f32 {
  %0 = test.pretty_printed_region %b, %a start test.special.op end : (f32, f32) -> f32
  %1 = test.pretty_printed_region %0, %a start x.other end : (f32, f32) -> f32 loc("there")
  return %1 : f32
}
