// RUN: rmlir-opt %s --transform-interpreter

func.func @arithmetic(%a: vector<1x[4]x1xf32>, %b: vector<1x[4]x1xf32>) -> vector<1x[4]x1xf32> {
  %0 = arith.mulf %a, %b : vector<1x[4]x1xf32>
  return %0 : vector<1x[4]x1xf32>
}

func.func @all(%a: vector<1x1xf32>) -> vector<1x1xf32> {
  %0 = arith.negf %a : vector<1x1xf32>
  return %0 : vector<1x1xf32>
}

func.func @transposes(%a: vector<1x4x1x[2]xf32>) -> vector<[2]x1x4x1xf32> {
  %0 = vector.transpose %a, [3, 2, 1, 0] : vector<1x4x1x[2]xf32> to vector<[2]x1x4x1xf32>
  return %0 : vector<[2]x1x4x1xf32>
}

func.func @loops(%a: vector<1x4xf32>, %b: vector<4xf32>, %n: index) -> (vector<4xf32>, vector<1x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %b, %y = %a) -> (vector<4xf32>, vector<1x4xf32>) {
    %1 = arith.addf %y, %a : vector<1x4xf32>
    scf.yield %x, %1 : vector<4xf32>, vector<1x4xf32>
  } {kept}
  return %0#0, %0#1 : vector<4xf32>, vector<1x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.drop_unit_dims_with_shape_cast
    } : !transform.any_op
    transform.yield
  }
}
