// RUN: rmlir-opt %s --transform-interpreter

// Three bits at a time, over the borders of bytes.
func.func @bitcast_of_truncation(%a: vector<8xi32>) -> vector<3xi8> {
  %0 = arith.trunci %a : vector<8xi32> to vector<8xi3>
  %1 = vector.bitcast %0 : vector<8xi3> to vector<3xi8>
  return %1 : vector<3xi8>
}

// The elements are as wide as those of the result: where an element has no third piece, nothing is shifted by all 8 bits.
func.func @bitcast_of_bytes(%a: vector<16xi8>) -> vector<10xi8> {
  %0 = arith.trunci %a : vector<16xi8> to vector<16xi5>
  %1 = vector.bitcast %0 : vector<16xi5> to vector<10xi8>
  return %1 : vector<10xi8>
}

// The elements are too narrow for the result; they are extended before.
func.func @bitcast_to_wide(%a: vector<8xi8>) -> vector<2xi16> {
  %0 = arith.trunci %a : vector<8xi8> to vector<8xi4>
  %1 = vector.bitcast %0 : vector<8xi4> to vector<2xi16>
  return %1 : vector<2xi16>
}

func.func @extended_bitcast(%a: vector<3xi8>) -> vector<8xi32> {
  %0 = vector.bitcast %a : vector<3xi8> to vector<8xi3>
  %1 = arith.extui %0 : vector<8xi3> to vector<8xi32>
  return %1 : vector<8xi32>
}

// The sign is that of the third bit, not of the byte.
func.func @sign_extended_bitcast(%a: vector<3xi8>) -> vector<8xi16> {
  %0 = vector.bitcast %a : vector<3xi8> to vector<8xi3>
  %1 = arith.extsi %0 : vector<8xi3> to vector<8xi16>
  return %1 : vector<8xi16>
}

// What is extended is wider than what is cast.
func.func @wide_elements(%a: vector<9xi4>) -> vector<3xi16> {
  %0 = vector.bitcast %a : vector<9xi4> to vector<3xi12>
  %1 = arith.extsi %0 : vector<3xi12> to vector<3xi16>
  return %1 : vector<3xi16>
}

// The result is as wide as what is cast.
func.func @to_bytes(%a: vector<5xi8>) -> vector<8xi8> {
  %0 = vector.bitcast %a : vector<5xi8> to vector<8xi5>
  %1 = arith.extui %0 : vector<8xi5> to vector<8xi8>
  return %1 : vector<8xi8>
}

// Fours fill bytes: they are cut out and interleaved.
func.func @extend_fours(%a: vector<2x4xi4>) -> (vector<2x4xi8>, vector<2x4xi32>, vector<2x4xf32>) {
  %0 = arith.extsi %a : vector<2x4xi4> to vector<2x4xi8>
  %1 = arith.extui %a : vector<2x4xi4> to vector<2x4xi32>
  %2 = arith.sitofp %a : vector<2x4xi4> to vector<2x4xf32>
  return %0, %1, %2 : vector<2x4xi8>, vector<2x4xi32>, vector<2x4xf32>
}

func.func @extend_twos(%a: vector<8xi2>) -> (vector<8xi8>, vector<8xf32>) {
  %0 = arith.extsi %a : vector<8xi2> to vector<8xi8>
  %1 = arith.uitofp %a : vector<8xi2> to vector<8xf32>
  return %0, %1 : vector<8xi8>, vector<8xf32>
}

func.func @truncate_to_fours(%a: vector<6xi16>) -> vector<6xi4> {
  %0 = arith.trunci %a : vector<6xi16> to vector<6xi4>
  return %0 : vector<6xi4>
}

// Bytes are transposed.
func.func @transpose_fives(%a: vector<2x3xi5>) -> vector<3x2xi5> {
  %0 = vector.transpose %a, [1, 0] : vector<2x3xi5> to vector<3x2xi5>
  return %0 : vector<3x2xi5>
}

// These do not fill bytes, have elements that are no bytes, or are scalable.
func.func @stay(%a: vector<3xi4>, %b: vector<8xi3>, %c: vector<[4]xi4>) -> (vector<3xi8>, vector<4xi6>, vector<[4]xi8>) {
  %0 = arith.extsi %a : vector<3xi4> to vector<3xi8>
  %1 = vector.bitcast %b : vector<8xi3> to vector<4xi6>
  %2 = arith.extui %c : vector<[4]xi4> to vector<[4]xi8>
  return %0, %1, %2 : vector<3xi8>, vector<4xi6>, vector<[4]xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.rewrite_narrow_types
    } : !transform.any_op
    transform.yield
  }
}
