// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic
// RUN: rmlir-opt %s --canonicalize

func.func private @declared(i32, f32 {a.b = 1}) -> (i8 {c.d})
func.func nested @nested() attributes {a.b = 1} {
  return
}
func.func @many(%a: i32, %b: f32) -> (i32, f32) {
  return %a, %b : i32, f32
}
func.func @calls(%a: i32, %b: f32) -> i32 {
  %0:2 = call @many(%a, %b) : (i32, f32) -> (i32, f32)
  %f = constant @many : (i32, f32) -> (i32, f32)
  %1:2 = call_indirect %f(%0#0, %0#1) : (i32, f32) -> (i32, f32)
  return %1#0 : i32
}
