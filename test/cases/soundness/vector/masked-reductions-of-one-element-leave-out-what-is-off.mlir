// What is masked off is not combined.
// RUN: rmlir-opt %s --canonicalize --verify-semantics

func.func @no_accumulator(%v: vector<1xi32>, %m: vector<1xi1>) -> i32 {
  %r = vector.mask %m { vector.reduction <add>, %v : vector<1xi32> into i32 } : vector<1xi1> -> i32
  return %r : i32
}
func.func @product(%v: vector<1xi8>, %m: vector<1xi1>) -> i8 {
  %r = vector.mask %m { vector.reduction <mul>, %v : vector<1xi8> into i8 } : vector<1xi1> -> i8
  return %r : i8
}
func.func @accumulator(%v: vector<1xi32>, %m: vector<1xi1>, %a: i32) -> i32 {
  %r = vector.mask %m { vector.reduction <add>, %v, %a : vector<1xi32> into i32 } : vector<1xi1> -> i32
  return %r : i32
}
func.func @unit_dims(%v: vector<1x4xi32>, %m: vector<1x4xi1>, %a: vector<4xi32>) -> vector<4xi32> {
  %r = vector.mask %m { vector.multi_reduction <add>, %v, %a [0] : vector<1x4xi32> to vector<4xi32> } : vector<1x4xi1> -> vector<4xi32>
  return %r : vector<4xi32>
}
func.func @unit_dims_of_all(%v: vector<1x1xi32>, %m: vector<1x1xi1>, %a: i32) -> i32 {
  %r = vector.mask %m { vector.multi_reduction <maxsi>, %v, %a [0, 1] : vector<1x1xi32> to i32 } : vector<1x1xi1> -> i32
  return %r : i32
}
func.func @floats(%v: vector<2x1xf32>, %m: vector<2x1xi1>, %a: vector<2xf32>) -> vector<2xf32> {
  %r = vector.mask %m { vector.multi_reduction <mul>, %v, %a [1] : vector<2x1xf32> to vector<2xf32> } : vector<2x1xi1> -> vector<2xf32>
  return %r : vector<2xf32>
}
func.func @unmasked(%v: vector<1x4xi32>, %a: vector<4xi32>) -> vector<4xi32> {
  %r = vector.multi_reduction <xor>, %v, %a [0] : vector<1x4xi32> to vector<4xi32>
  return %r : vector<4xi32>
}
func.func @no_dims(%v: vector<2x3xf32>, %m: vector<2x3xi1>, %a: vector<2x3xf32>) -> vector<2x3xf32> {
  %r = vector.mask %m { vector.multi_reduction <add>, %v, %a [] : vector<2x3xf32> to vector<2x3xf32> } : vector<2x3xi1> -> vector<2x3xf32>
  return %r : vector<2x3xf32>
}
func.func @all_on(%v: vector<1xf32>, %w: vector<1x4xf32>, %a: vector<4xf32>) -> (f32, vector<4xf32>) {
  %m = vector.constant_mask [1] : vector<1xi1>
  %n = vector.constant_mask [1, 4] : vector<1x4xi1>
  %0 = vector.mask %m { vector.reduction <add>, %v : vector<1xf32> into f32 } : vector<1xi1> -> f32
  %1 = vector.mask %n { vector.multi_reduction <add>, %w, %a [0] : vector<1x4xf32> to vector<4xf32> } : vector<1x4xi1> -> vector<4xf32>
  return %0, %1 : f32, vector<4xf32>
}
func.func @all_off(%w: vector<1x4xi32>, %a: vector<4xi32>) -> vector<4xi32> {
  %n = arith.constant dense<false> : vector<1x4xi1>
  %1 = vector.mask %n { vector.multi_reduction <mul>, %w, %a [0] : vector<1x4xi32> to vector<4xi32> } : vector<1x4xi1> -> vector<4xi32>
  return %1 : vector<4xi32>
}
