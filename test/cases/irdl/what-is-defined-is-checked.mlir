// RUN: rmlir-opt %s --irdl-file=%S/units.irdl.mlir --split-input-file

func.func private @f(!units.length<i32>)
// -----
func.func private @f(!units.length)
// -----
func.func private @f(!units.same<i32, i64>)
// -----
func.func private @f(!units.chain<i64>)
// -----
func.func private @f(!units<length<"f32">>)
// -----
func.func private @f(!units.unknown<i64>)
// -----
func.func private @f() attributes {a = #units.unknown}
// -----
func.func private @f() attributes {a = #units.factor<i32>}
// -----
func.func private @f(!units.pair<i64 i32>)
// -----
"units.unknown"() : () -> ()
// -----
"units.nothing"() <{a = 1}> : () -> ()
// -----
func.func @f(%a: !units.length<f32>, %b: !units.length<f64>) {
  %0 = "units.add"(%a, %b) : (!units.length<f32>, !units.length<f64>) -> !units.length<f32>
  return
}
// -----
func.func @f(%a: !units.length<f32>) {
  %0 = "units.value"(%a) : (!units.length<f32>) -> f64
  return
}
// -----
func.func @f(%a: f32) {
  %0 = "units.value"(%a) : (f32) -> f64
  return
}
// -----
func.func @f(%a: !units.length<f32>) {
  %0 = "units.scale"(%a) : (!units.length<f32>) -> !units.length<f32>
  return
}
// -----
func.func @f(%a: !units.length<f32>) {
  %0 = "units.scale"(%a) {by = 3} : (!units.length<f32>) -> !units.length<f32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = "units.scale"(%a) {by = #units.factor<1>} : (f32) -> f32
  return
}
// -----
func.func @f(%i: i32, %j: i64) {
  %0 = "units.gather"(%i, %j) : (i32, i64) -> i64
  return
}
// -----
func.func @f(%i: i32, %j: i64) {
  %0 = "units.gather"(%i, %j) {operandSegmentSizes = array<i64: 1, 0, 1>} : (i32, i64) -> i64
  return
}
// -----
func.func @f(%i: i32, %j: i64) {
  %0 = "units.gather"(%i, %j) {operandSegmentSizes = array<i32: 1, 1>} : (i32, i64) -> i64
  return
}
// -----
func.func @f(%i: i32, %j: i64) {
  %0 = "units.gather"(%i, %j) {operandSegmentSizes = array<i32: 1, -1, 2>} : (i32, i64) -> i64
  return
}
// -----
func.func @f(%i: i32, %j: i64) {
  %0 = "units.gather"(%i, %j) {operandSegmentSizes = array<i32: 2, 0, 0>} : (i32, i64) -> i64
  return
}
// -----
func.func @f(%i: i32, %j: i64) {
  %0 = "units.gather"(%i, %j) {operandSegmentSizes = array<i32: 1, 2, 0>} : (i32, i64) -> i64
  return
}
// -----
func.func @f(%i: i32, %j: i64) {
  %0 = "units.gather"(%i, %j) {operandSegmentSizes = array<i32: 1, 0, 2>} : (i32, i64) -> i64
  return
}
// -----
func.func @f(%i: i32) {
  "units.sum"() : () -> ()
  return
}
// -----
func.func @f(%j: i64) {
  %0:2 = "units.sum"(%j) : (i64) -> (i32, i32)
  return
}
// -----
func.func @f(%j: i64) {
  "units.nothing"(%j) : (i64) -> ()
  return
}
// -----
func.func @f() {
  "units.nothing"() ({}) : () -> ()
  return
}
// -----
func.func @f() {
  "units.nothing"() [^bb1] : () -> ()
^bb1:
  return
}
// -----
func.func @f(%i: i32) {
  "units.repeat"(%i) ({
  ^bb0(%arg0: i32, %arg1: i32):
    llvm.unreachable
  }, {
    llvm.unreachable
  }, {
  }) : (i32) -> ()
  return
}
// -----
func.func @f(%i: i32) {
  "units.repeat"(%i) ({
  ^bb0(%arg0: i64):
    llvm.unreachable
  }, {
    llvm.unreachable
  }, {
  }) : (i32) -> ()
  return
}
// -----
func.func @f(%i: i32) {
  "units.repeat"(%i) ({
  ^bb0(%arg0: i32):
    llvm.unreachable
  }, {
  }, {
  }) : (i32) -> ()
  return
}
