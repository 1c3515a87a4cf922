// Of an operation with a mask of its own in a `vector.mask`, the lanes are on that both leave on.
// RUN: rmlir-opt %s --lower-vector-mask --verify-semantics

func.func @write(%out: memref<4xi32>, %v: vector<4xi32>) {
  %at = arith.constant 0 : index
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %small = vector.create_mask %two : vector<4xi1>
  %large = vector.create_mask %three : vector<4xi1>
  vector.mask %large {
    vector.transfer_write %v, %out[%at], %small {in_bounds = [true]} : vector<4xi32>, memref<4xi32>
  } : vector<4xi1>
  return
}
func.func @read(%in: memref<4xi32>, %a: vector<4xi1>, %b: vector<4xi1>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %pad = arith.constant 7 : i32
  %r = vector.mask %a {
    vector.transfer_read %in[%at], %pad, %b {in_bounds = [true]} : memref<4xi32>, vector<4xi32>
  } : vector<4xi1> -> vector<4xi32>
  return %r : vector<4xi32>
}
func.func @unknown_masks(%out: memref<4xf32>, %v: vector<4xf32>, %a: vector<4xi1>, %b: vector<4xi1>) {
  %at = arith.constant 0 : index
  vector.mask %a {
    vector.transfer_write %v, %out[%at], %b {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
  } : vector<4xi1>
  return
}
func.func @two_dimensions(%out: memref<2x3xi8>, %v: vector<2x3xi8>, %a: vector<2x3xi1>, %b: vector<2x3xi1>) {
  %at = arith.constant 0 : index
  vector.mask %a {
    vector.transfer_write %v, %out[%at, %at], %b {in_bounds = [true, true]} : vector<2x3xi8>, memref<2x3xi8>
  } : vector<2x3xi1>
  return
}
func.func @gather(%in: memref<8xi32>, %i: vector<4xi32>, %a: vector<4xi1>, %b: vector<4xi1>, %p: vector<4xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %seven = arith.constant dense<7> : vector<4xi32>
  %j = arith.andi %i, %seven : vector<4xi32>
  %r = vector.mask %a {
    vector.gather %in[%at] [%j], %b, %p : memref<8xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  } : vector<4xi1> -> vector<4xi32>
  return %r : vector<4xi32>
}
func.func @constant_mask_of_all(%in: memref<8xi32>, %i: vector<4xi32>, %a: vector<4xi1>, %p: vector<4xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %seven = arith.constant dense<7> : vector<4xi32>
  %all = arith.constant dense<true> : vector<4xi1>
  %j = arith.andi %i, %seven : vector<4xi32>
  %r = vector.mask %a {
    vector.gather %in[%at] [%j], %all, %p : memref<8xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  } : vector<4xi1> -> vector<4xi32>
  return %r : vector<4xi32>
}
