// RUN: rmlir-opt %s --verify-diagnostics --split-input-file

func.func @a_mask_of_another_length(%m: vector<[8]xi1>, %a: vector<[4]xi32>) {
  // expected-error @below {{failed to verify that mask has i1 element type and same shape as operands}}
  %0 = arm_sve.masked.addi %m, %a, %a : vector<[8]xi1>, vector<[4]xi32>
  return
}

// -----

func.func @fixed_vectors(%m: vector<4xi1>, %a: vector<4xf32>) {
  // expected-error @below {{operand #0 must be scalable vector of 1-bit signless integer values, but got 'vector<4xi1>'}}
  %0 = arm_sve.masked.addf %m, %a, %a : vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @three_bits(%a: vector<[3]xi1>) {
  // expected-error @below {{'source' must be trailing scalable vector of 1-bit signless integer values with dim -1 having a size of {16, 8, 4, 2, 1}, but got 'vector<[3]xi1>'}}
  %0 = arm_sve.convert_to_svbool %a : vector<[3]xi1>
  return
}

// -----

func.func @other_leading_sizes(%a: vector<2x[16]xi1>) {
  // expected-error @below {{failed to verify that expected corresponding svbool type widened to [16]xi1}}
  %0 = "arm_sve.convert_from_svbool"(%a) : (vector<2x[16]xi1>) -> vector<3x[4]xi1>
  return
}

// -----

func.func @more_than_a_register(%a: vector<[8]xi32>) {
  // expected-error @below {{operand #0 must be an SVE vector with element size <= 64-bit, but got 'vector<[8]xi32>'}}
  %0 = arm_sve.dupq_lane %a[0] : vector<[8]xi32>
  return
}

// -----

func.func @different_vectors(%a: vector<[4]xi32>, %b: vector<[2]xi64>) {
  // expected-error @below {{failed to verify that all of {sourceV1, sourceV2, resultV1, resultV2} have same type}}
  %0:2 = "arm_sve.zip.x2"(%a, %b) : (vector<[4]xi32>, vector<[2]xi64>) -> (vector<[4]xi32>, vector<[4]xi32>)
  return
}

// -----

func.func @no_predicate(%a: vector<[4]xi32>, %i: index) {
  // expected-error @below {{operand #0 must be vector<[1]xi1>, vector<[2]xi1>, vector<[4]xi1>, vector<[8]xi1>, or vector<[16]xi1>, but got 'vector<[4]xi32>'}}
  %0 = arm_sve.psel %a, %a[%i] : vector<[4]xi32>, vector<[4]xi32>
  return
}

// -----

func.func @no_full_predicate(%a: vector<[4]xi1>) {
  // expected-error @below {{failed to verify that 'res' is vector<[16]xi1>}}
  %0 = "arm_sve.intr.convert.to.svbool"(%a) : (vector<[4]xi1>) -> vector<[8]xi1>
  return
}

// -----

func.func @no_lane(%a: vector<[4]xi32>) {
  // expected-error @below {{requires attribute 'lane'}}
  %0 = "arm_sve.intr.dupq_lane"(%a) : (vector<[4]xi32>) -> vector<[4]xi32>
  return
}
