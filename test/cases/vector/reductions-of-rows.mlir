// RUN: rmlir-opt %s --lower-vector-multi-reduction=lowering-strategy=inner-reduction

// The dimension that is reduced has to come last.
func.func @columns(%v: vector<4x2xi32>, %acc: vector<2xi32>) -> vector<2xi32> {
  %0 = vector.multi_reduction <maxsi>, %v, %acc [0] : vector<4x2xi32> to vector<2xi32>
  return %0 : vector<2xi32>
}
