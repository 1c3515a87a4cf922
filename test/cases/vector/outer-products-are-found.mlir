// RUN: rmlir-opt %s --transform-interpreter

func.func @product(%column: vector<4xf32>, %row: vector<3xf32>) -> vector<4x3xf32> {
  %0 = vector.broadcast %column : vector<4xf32> to vector<3x4xf32>
  %1 = vector.transpose %0, [1, 0] : vector<3x4xf32> to vector<4x3xf32>
  %2 = vector.broadcast %row : vector<3xf32> to vector<4x3xf32>
  %3 = arith.mulf %2, %1 : vector<4x3xf32>
  return %3 : vector<4x3xf32>
}

func.func @of_two_rows(%a: vector<3xi32>, %b: vector<3xi32>) -> vector<4x3xi32> {
  %0 = vector.broadcast %a : vector<3xi32> to vector<4x3xi32>
  %1 = vector.broadcast %b : vector<3xi32> to vector<4x3xi32>
  %2 = arith.muli %0, %1 : vector<4x3xi32>
  return %2 : vector<4x3xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.elementwise_to_vector
    } : !transform.any_op
    transform.yield
  }
}
