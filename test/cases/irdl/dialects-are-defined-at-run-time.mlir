// RUN: rmlir-opt %s --irdl-file=%S/units.irdl.mlir --split-input-file --verify-roundtrip
// RUN: rmlir-opt %s --irdl-file=%S/units.irdl.mlir --split-input-file --canonicalize --cse --mlir-print-op-generic

func.func @right(%a: !units.length<f32>, %b: !units.length<f32>) -> f32 {
  %0 = "units.add"(%a, %b) : (!units.length<f32>, !units.length<f32>) -> !units.length<f32>
  %1 = "units.scale"(%0) {by = #units.factor<3 : i8>} : (!units.length<f32>) -> !units.length<f32>
  %2 = "units.value"(%1) : (!units.length<f32>) -> f32
  "units.nothing"() {units.note = #units<factor<1>>} : () -> ()
  return %2 : f32
}

// -----

#map = affine_map<(d0) -> (d0)>
func.func private @types(!units.unit, !units.unit<>, !units.pair<"x", #map>, !units<same<[1], [1]>>,
                         !units.chain<!units.chain<i32>>)

// -----

func.func @segments(%i: i32, %j: i64, %v: vector<2xi8>) {
  %0:2 = "units.gather"(%i, %j, %j) {operandSegmentSizes = array<i32: 1, 0, 2>} : (i32, i64, i64) -> (i32, i64)
  %1 = "units.gather"(%i, %v) {operandSegmentSizes = array<i32: 1, 1, 0>} : (i32, vector<2xi8>) -> i64
  "units.sum"(%j) : (i64) -> ()
  %2 = "units.sum"(%i, %i, %j) : (i32, i32, i64) -> i32
  return
}

// -----

func.func @regions(%i: i32) {
  "units.repeat"(%i) ({
  ^bb0(%arg0: i32):
    cf.br ^bb1
  ^bb1:
    llvm.unreachable
  }, {
    llvm.unreachable
  }, {
  }) : (i32) -> ()
  return
}
