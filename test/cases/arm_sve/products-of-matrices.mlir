// RUN: rmlir-opt %s --transform-interpreter

#rows_by_columns = {
  indexing_maps = [
    affine_map<(i, j, k) -> (i, k)>,
    affine_map<(i, j, k) -> (j, k)>,
    affine_map<(i, j, k) -> (i, j)>
  ],
  iterator_types = ["parallel", "parallel", "reduction"]
}

func.func @unsigned_by_signed(%a: vector<2x8xi8>, %b: vector<[4]x8xi8>, %acc: vector<2x[4]xi32>) -> vector<2x[4]xi32> {
  %l = arith.extui %a : vector<2x8xi8> to vector<2x8xi32>
  %r = arith.extsi %b : vector<[4]x8xi8> to vector<[4]x8xi32>
  %0 = vector.contract #rows_by_columns %l, %r, %acc : vector<2x8xi32>, vector<[4]x8xi32> into vector<2x[4]xi32>
  return %0 : vector<2x[4]xi32>
}

// The instruction takes unsigned integers first: tiles are transposed.
func.func @signed_by_unsigned(%a: vector<2x8xi8>, %b: vector<[2]x8xi8>, %acc: vector<2x[2]xi32>) -> vector<2x[2]xi32> {
  %l = arith.extsi %a : vector<2x8xi8> to vector<2x8xi32>
  %r = arith.extui %b : vector<[2]x8xi8> to vector<[2]x8xi32>
  %0 = vector.contract #rows_by_columns %l, %r, %acc : vector<2x8xi32>, vector<[2]x8xi32> into vector<2x[2]xi32>
  return %0 : vector<2x[2]xi32>
}

func.func @floats(%a: vector<4x4xbf16>, %b: vector<[2]x4xbf16>, %acc: vector<4x[2]xf32>) -> vector<4x[2]xf32> {
  %0 = vector.contract #rows_by_columns %a, %b, %acc : vector<4x4xbf16>, vector<[2]x4xbf16> into vector<4x[2]xf32>
  return %0 : vector<4x[2]xf32>
}

// Three columns are no tiles: stays.
func.func @three_columns(%a: vector<2x8xi8>, %b: vector<[3]x8xi8>, %acc: vector<2x[3]xi32>) -> vector<2x[3]xi32> {
  %0 = vector.contract #rows_by_columns %a, %b, %acc : vector<2x8xi8>, vector<[3]x8xi8> into vector<2x[3]xi32>
  return %0 : vector<2x[3]xi32>
}

// Longer rows than a tile has: stays.
func.func @long_rows(%a: vector<2x16xi8>, %b: vector<[4]x16xi8>, %acc: vector<2x[4]xi32>) -> vector<2x[4]xi32> {
  %0 = vector.contract #rows_by_columns %a, %b, %acc : vector<2x16xi8>, vector<[4]x16xi8> into vector<2x[4]xi32>
  return %0 : vector<2x[4]xi32>
}

// Nothing is scalable: stays.
func.func @fixed(%a: vector<2x8xi8>, %b: vector<4x8xi8>, %acc: vector<2x4xi32>) -> vector<2x4xi32> {
  %0 = vector.contract #rows_by_columns %a, %b, %acc : vector<2x8xi8>, vector<4x8xi8> into vector<2x4xi32>
  return %0 : vector<2x4xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %funcs = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %funcs {
      transform.apply_patterns.arm_sve.vector_contract_to_i8mm
      transform.apply_patterns.arm_sve.vector_contract_to_bfmmla
    } : !transform.any_op
    transform.yield
  }
}
