// RUN: rmlir-opt %s --transform-interpreter

#rows_by_columns = {
  indexing_maps = [
    affine_map<(i, j, k) -> (i, k)>,
    affine_map<(i, j, k) -> (j, k)>,
    affine_map<(i, j, k) -> (i, j)>
  ],
  iterator_types = ["parallel", "parallel", "reduction"]
}
#row_by_columns = {
  indexing_maps = [affine_map<(j, k) -> (k)>, affine_map<(j, k) -> (j, k)>, affine_map<(j, k) -> (j)>],
  iterator_types = ["parallel", "reduction"]
}
#rows_by_rows = {
  indexing_maps = [
    affine_map<(i, j, k) -> (i, k)>,
    affine_map<(i, j, k) -> (k, j)>,
    affine_map<(i, j, k) -> (i, j)>
  ],
  iterator_types = ["parallel", "parallel", "reduction"]
}

// One instruction; contractions extend by the sign.
func.func @signed(%a: vector<2x8xi8>, %b: vector<2x8xi8>, %acc: vector<2x2xi32>) -> vector<2x2xi32> {
  %0 = vector.contract #rows_by_columns %a, %b, %acc : vector<2x8xi8>, vector<2x8xi8> into vector<2x2xi32>
  return %0 : vector<2x2xi32>
}

// Two tiles along the reduction: the sums of the first go into the second.
func.func @unsigned(%a: vector<2x16xi8>, %b: vector<2x16xi8>, %acc: vector<2x2xi32>) -> vector<2x2xi32> {
  %l = arith.extui %a : vector<2x16xi8> to vector<2x16xi32>
  %r = arith.extui %b : vector<2x16xi8> to vector<2x16xi32>
  %0 = vector.contract #rows_by_columns %l, %r, %acc : vector<2x16xi32>, vector<2x16xi32> into vector<2x2xi32>
  return %0 : vector<2x2xi32>
}

// The instruction takes unsigned integers first.
func.func @signed_by_unsigned(%a: vector<2x8xi8>, %b: vector<2x8xi8>, %acc: vector<2x2xi32>) -> vector<2x2xi32> {
  %l = arith.extsi %a : vector<2x8xi8> to vector<2x8xi32>
  %r = arith.extui %b : vector<2x8xi8> to vector<2x8xi32>
  %0 = vector.contract #rows_by_columns %l, %r, %acc : vector<2x8xi32>, vector<2x8xi32> into vector<2x2xi32>
  return %0 : vector<2x2xi32>
}

// Small integers keep their sign.
func.func @small(%a: vector<2x8xi4>, %b: vector<2x8xi2>, %acc: vector<2x2xi32>) -> vector<2x2xi32> {
  %l = arith.extui %a : vector<2x8xi4> to vector<2x8xi32>
  %r = arith.extsi %b : vector<2x8xi2> to vector<2x8xi32>
  %0 = vector.contract #rows_by_columns %l, %r, %acc : vector<2x8xi32>, vector<2x8xi32> into vector<2x2xi32>
  return %0 : vector<2x2xi32>
}

func.func @one_row(%a: vector<8xbf16>, %b: vector<2x8xbf16>, %acc: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract #row_by_columns %a, %b, %acc : vector<8xbf16>, vector<2x8xbf16> into vector<2xf32>
  return %0 : vector<2xf32>
}

func.func @one_of_many_rows(%a: vector<1x4xbf16>, %b: vector<4x4xbf16>, %acc: vector<1x4xf32>) -> vector<1x4xf32> {
  %0 = vector.contract #rows_by_columns %a, %b, %acc : vector<1x4xbf16>, vector<4x4xbf16> into vector<1x4xf32>
  return %0 : vector<1x4xf32>
}

// Not a column is next to another element of it: stays.
func.func @not_transposed(%a: vector<8x8xi8>, %b: vector<8x8xi8>, %acc: vector<8x8xi32>) -> vector<8x8xi32> {
  %0 = vector.contract #rows_by_rows %a, %b, %acc : vector<8x8xi8>, vector<8x8xi8> into vector<8x8xi32>
  return %0 : vector<8x8xi32>
}

// No instruction for the greatest product: stays.
func.func @greatest(%a: vector<2x8xi8>, %b: vector<2x8xi8>, %acc: vector<2x2xi32>) -> vector<2x2xi32> {
  %0 = vector.contract {
    indexing_maps = [
      affine_map<(i, j, k) -> (i, k)>,
      affine_map<(i, j, k) -> (j, k)>,
      affine_map<(i, j, k) -> (i, j)>
    ],
    iterator_types = ["parallel", "parallel", "reduction"],
    kind = #vector.kind<maxsi>
  } %a, %b, %acc : vector<2x8xi8>, vector<2x8xi8> into vector<2x2xi32>
  return %0 : vector<2x2xi32>
}

// Sums of another width: stays.
func.func @narrow_sums(%a: vector<2x8xi8>, %b: vector<2x8xi8>, %acc: vector<2x2xi8>) -> vector<2x2xi8> {
  %0 = vector.contract #rows_by_columns %a, %b, %acc : vector<2x8xi8>, vector<2x8xi8> into vector<2x2xi8>
  return %0 : vector<2x2xi8>
}

// Half a tile: stays.
func.func @half(%a: vector<2x4xi8>, %b: vector<2x4xi8>, %acc: vector<2x2xi32>) -> vector<2x2xi32> {
  %0 = vector.contract #rows_by_columns %a, %b, %acc : vector<2x4xi8>, vector<2x4xi8> into vector<2x2xi32>
  return %0 : vector<2x2xi32>
}

// Masked: stays.
func.func @masked(%a: vector<2x8xi8>, %b: vector<2x8xi8>, %acc: vector<2x2xi32>, %m: vector<2x2x8xi1>) -> vector<2x2xi32> {
  %0 = vector.mask %m {
    vector.contract #rows_by_columns %a, %b, %acc : vector<2x8xi8>, vector<2x8xi8> into vector<2x2xi32>
  } : vector<2x2x8xi1> -> vector<2x2xi32>
  return %0 : vector<2x2xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %funcs = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %funcs {
      transform.apply_patterns.arm_neon.vector_contract_to_i8mm
      transform.apply_patterns.arm_neon.vector_contract_to_bfmmla
    } : !transform.any_op
    transform.yield
  }
}
