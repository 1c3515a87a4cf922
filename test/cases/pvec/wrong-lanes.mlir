// RUN: rmlir-opt %s --split-input-file --verify-diagnostics
// Operations on lanes and choices between values that the verifier refuses.

func.func @numbers() {
  // expected-error @+1 {{requires lanes of integers}}
  %i = pvec.lane_id : vector<8xf32>
  return
}

// -----

func.func @element(%x: f32) {
  // expected-error @+1 {{requires operands of the type of the result's lanes}}
  %v = "pvec.broadcast"(%x) : (f32) -> vector<8xf64>
  return
}

// -----

func.func @places(%v: vector<8xf32>, %from: vector<8xf32>) {
  // expected-error @+1 {{requires an integer for each lane}}
  %w = pvec.permute %v[%from] : vector<8xf32>, vector<8xf32>
  return
}

// -----

func.func @front(%v: vector<8xf32>, %m: !pvec.mask<4>) {
  // expected-error @+1 {{has a mask of 4 lanes for a value of type 'vector<8xf32>'}}
  %w = pvec.compress %v if %m : !pvec.mask<4>, vector<8xf32>
  return
}

// -----

func.func @order(%m: !pvec.mask<4>) {
  // expected-error @+1 {{has a mask of 4 lanes for a value of type 'vector<8xindex>'}}
  %order, %n = pvec.partition %m : !pvec.mask<4>, vector<8xindex>
  return
}

// -----

func.func @bits_of_floats(%v: vector<8xf32>, %x: f32, %m: !pvec.mask<8>) {
  // expected-error @+1 {{combines bits of floats}}
  %s = pvec.reduce xor %v, %x if %m : !pvec.mask<8>, vector<8xf32>
  return
}

// -----

func.func @no_value() {
  // expected-error @+1 {{requires at least one value, and as many predicates as values}}
  %x = "pvec.blend"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> vector<8xf32>
  return
}

// -----

func.func @two_masks(%p: !pvec.mask<8>, %q: !pvec.pred, %v: vector<8xf32>) {
  // expected-error @+1 {{requires the same type for all predicates}}
  %x = "pvec.blend"(%v, %v, %p, %q) <{operandSegmentSizes = array<i32: 2, 2>}>
      : (vector<8xf32>, vector<8xf32>, !pvec.mask<8>, !pvec.pred) -> vector<8xf32>
  return
}

// -----

func.func @as_bits(%m: !pvec.mask<8>) {
  // expected-error @+1 {{requires a result with as many bits as the operand has}}
  %b = "pvec.bits"(%m) : (!pvec.mask<8>) -> vector<4xi1>
  return
}

// -----

func.func @guards(%c: i1, %p: !pvec.mask<8>) {
  // expected-error @+1 {{requires the same type for guard, old values and results}}
  %q = "pvec.cmpp"(%c, %p) <{first_type = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, !pvec.mask<8>) -> !pvec.pred
  return
}
