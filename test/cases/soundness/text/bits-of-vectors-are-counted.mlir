// RUN: rmlir-opt %s --split-input-file --verify-diagnostics

// Numbers of bits that do not fit in 64 bits are compared as others are.

func.func @too_many(%a: vector<4611686018427387904xi64>) -> vector<4xi64> {
  // expected-error @+1 {{source/result bitwidth of the minor 1-D vectors must be equal}}
  %0 = vector.bitcast %a : vector<4611686018427387904xi64> to vector<4xi64>
  return %0 : vector<4xi64>
}

// -----

// As 64-bit integers, both numbers of bits are zero.
func.func @equal_when_cut(%a: vector<4611686018427387904xi64>) -> vector<2305843009213693952xi64> {
  // expected-error @+1 {{source/result bitwidth of the minor 1-D vectors must be equal}}
  %0 = vector.bitcast %a : vector<4611686018427387904xi64> to vector<2305843009213693952xi64>
  return %0 : vector<2305843009213693952xi64>
}

// -----

func.func @equal(%a: vector<4611686018427387904xi64>) -> vector<4611686018427387904xf64> {
  %0 = vector.bitcast %a : vector<4611686018427387904xi64> to vector<4611686018427387904xf64>
  return %0 : vector<4611686018427387904xf64>
}
