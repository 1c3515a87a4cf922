// RUN: rmlir-opt %s --split-input-file --verify-diagnostics

// A bound has operands for its own map (22 reads others').
func.func @bound_without_operand(%n: index) {
  // expected-error @+1 {{operand count and affine map dimension and symbol count must match}}
  "affine.for"(%n) <{lowerBoundMap = affine_map<()[s0] -> (s0)>, operandSegmentSizes = array<i32: 0, 1, 0>, step = 2 : index, upperBoundMap = affine_map<() -> (64)>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

// The same of several loops at once (22 crashes).
func.func @bounds_without_operands(%n: index) {
  // expected-error @+1 {{operand count and affine map dimension and symbol count must match}}
  "affine.parallel"(%n) <{lowerBoundsMap = affine_map<()[s0] -> (s0)>, lowerBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<()[s0] -> (s0)>, upperBoundsGroups = dense<1> : tensor<1xi32>, reductions = [], steps = [1]}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : (index) -> ()
  return
}
