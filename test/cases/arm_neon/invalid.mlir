// RUN: rmlir-opt %s --verify-diagnostics --split-input-file

func.func @product_of_floats(%a: vector<4xf32>) {
  // expected-error @below {{operand #0 must be vector of 8-bit signless integer or 16-bit signless integer or 32-bit signless integer values of length 8/4/2, but got 'vector<4xf32>'}}
  %0 = arm_neon.intr.smull %a, %a : vector<4xf32> to vector<4xf64>
  return
}

// -----

func.func @product_as_narrow_as_factors(%a: vector<4xi16>) {
  // expected-error @below {{failed to verify that res has same vector shape and element bitwidth scaled by 2 as a}}
  %0 = arm_neon.intr.smull %a, %a : vector<4xi16> to vector<4xi64>
  return
}

// -----

func.func @sums_of_two(%a: vector<4xi32>, %b: vector<8xi8>) {
  // expected-error @below {{failed to verify that res has the same number of elements as operand b}}
  %0 = arm_neon.intr.sdot %a, %b, %b : vector<8xi8>, vector<8xi8> to vector<4xi32>
  return
}

// -----

func.func @factors_differ(%a: vector<4xi32>, %b: vector<8xi8>, %c: vector<16xi8>) {
  // expected-error @below {{failed to verify that all of {b, c} have same type}}
  %0 = arm_neon.intr.sdot %a, %c, %b : vector<16xi8>, vector<8xi8> to vector<4xi32>
  return
}

// -----

func.func @rows_of_eight(%a: vector<2xi32>, %b: vector<2x8xi8>) {
  // expected-error @below {{operand `b` should have 4 columns}}
  %0 = arm_neon.2d.sdot %a, %b, %b : vector<2x8xi8>, vector<2x8xi8> to vector<2xi32>
  return
}

// -----

func.func @no_rows(%a: vector<2xi32>, %b: vector<8xi8>) {
  // expected-error @below {{operand `b` should be 2-dimensional}}
  %0 = arm_neon.2d.sdot %a, %b, %b : vector<8xi8>, vector<8xi8> to vector<2xi32>
  return
}

// -----

func.func @half_a_register(%acc: vector<4xi32>, %a: vector<8xi8>) {
  // expected-error @below {{operand #1 must be a vector with length 16 of 8-bit signless integer values, but got 'vector<8xi8>'}}
  %0 = arm_neon.intr.ummla %acc, %a, %a : vector<8xi8> to vector<4xi32>
  return
}

// -----

func.func @as_a_matrix(%acc: vector<2x2xf32>, %a: vector<8xbf16>) {
  // expected-error @below {{operand #0 must be a vector with length 4 of 32-bit float values, but got 'vector<2x2xf32>'}}
  %0 = arm_neon.intr.bfmmla %acc, %a, %a : vector<8xbf16> to vector<2x2xf32>
  return
}
