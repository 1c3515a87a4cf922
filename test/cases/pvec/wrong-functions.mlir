// RUN: rmlir-opt %s --split-input-file --verify-diagnostics
// Functions for lanes, calls of them, and loops that the verifier refuses.

// expected-error @+1 {{a function has at least one lane}}
func.func private @no_lanes(f32) attributes {pvec.function = #pvec.function<0, both>}

// -----

// expected-error @+1 {{requires '#pvec.function' as 'pvec.function'}}
func.func private @not_said(f32) attributes {pvec.function = 8 : i64}

// -----

// expected-error @+1 {{has 'pvec.function' and is no function}}
module attributes {pvec.function = #pvec.function<8, both>} {
}

// -----

// expected-error @+1 {{requires clauses of 'pvec' as 'pvec.clause'}}
func.func @clause(%x: i32 {pvec.clause = 8 : i64}) {
  return
}

// -----

// expected-error @+1 {{has a linear argument that is no integer}}
func.func @linear(%x: f32 {pvec.clause = #pvec.linear<1>}) {
  return
}

// -----

// expected-error @+1 {{an alignment is a power of two}}
func.func private @aligned(memref<8xf32> {pvec.clause = #pvec.aligned<12>})

// -----

func.func @calls_nothing(%x: vector<8xf32>) {
  // expected-error @+1 {{'nothing' does not name a function}}
  %y = pvec.call @nothing(%x) : (vector<8xf32>) -> vector<8xf32>
  return
}

// -----

func.func private @masked(vector<8xf32>, !pvec.mask<8>) -> vector<8xf32>

func.func @no_mask(%x: vector<8xf32>) {
  // expected-error @+1 {{requires operands and results of the types of the function}}
  %y = pvec.call @masked(%x) : (vector<8xf32>) -> vector<8xf32>
  return
}

// -----

func.func @rounds(%n: index) {
  // expected-error @+1 {{requires a block with a number and a mask}}
  "pvec.foreach"(%n, %n) ({
  ^bb0(%i: index):
    "pvec.yield"() : () -> ()
  }) : (index, index) -> ()
  return
}
