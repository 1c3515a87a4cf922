// RUN: rmlir-opt %s --arith-expand

func.func @divisions(%a: i32, %b: i32) -> (i32, i32, i32) {
  %0 = arith.ceildivsi %a, %b : i32
  %1 = arith.ceildivui %a, %b : i32
  %2 = arith.floordivsi %a, %b : i32
  return %0, %1, %2 : i32, i32, i32
}

func.func @choices(%a: vector<4xi8>, %b: vector<4xi8>, %x: f32, %y: f32) -> (vector<4xi8>, vector<4xi8>, f32, f32) {
  %0 = arith.maxsi %a, %b : vector<4xi8>
  %1 = arith.minui %a, %b : vector<4xi8>
  %2 = arith.maximumf %x, %y : f32
  %3 = arith.minnumf %x, %y : f32
  return %0, %1, %2, %3 : vector<4xi8>, vector<4xi8>, f32, f32
}

// Conversions of small floats stay unless they are asked for.
func.func @floats(%x: f32) -> bf16 {
  %0 = arith.truncf %x : f32 to bf16
  return %0 : bf16
}
