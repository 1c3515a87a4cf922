// RUN: rmlir-opt %s --split-input-file --verify-diagnostics
// What the verifier refuses.

func.func @types_and_results(%c: i1) {
  // expected-error @+1 {{has 1 results and 2 compare types}}
  %p = "pvec.cmpp"(%c) <{first_type = 0 : i32, second_type = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> !pvec.pred
  return
}

// -----

func.func @old_values(%c: i1) {
  // expected-error @+1 {{takes 0 old values, but its compare types keep 1}}
  %p = pvec.cmpp on %c : !pvec.pred
  return
}

// -----

func.func @lanes(%c: vector<4xi1>) {
  // expected-error @+1 {{requires a condition with as many bits as the results have}}
  %p = "pvec.cmpp"(%c) <{first_type = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 0>}> : (vector<4xi1>) -> !pvec.mask<8>
  return
}

// -----

func.func @blended(%p: !pvec.mask<8>, %v: vector<4xf32>) {
  // expected-error @+1 {{has a mask of 8 lanes for a value of type 'vector<4xf32>'}}
  %x = pvec.blend %v if %p : !pvec.mask<8>, vector<4xf32>
  return
}

// -----

func.func @other_case(%p: !pvec.pred, %a: i32) {
  // expected-error @+1 {{requires as many values for the other case as results, of the same types}}
  %x = "pvec.guard"(%p) ({
    "pvec.yield"(%a) : (i32) -> ()
  }) : (!pvec.pred) -> i32
  return
}

// -----

// expected-error @+1 {{a mask has at least one lane}}
func.func private @empty(!pvec.mask<0>)
