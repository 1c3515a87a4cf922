// RUN: rmlir-opt %s --tosa-to-scf

// Conditions and loops; a scatter inserts one row after the other.

func.func @while_test(%arg0 : tensor<i32>) -> (tensor<i32>) {
  %0 = tosa.add %arg0, %arg0 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %1 = tosa.while_loop (%arg1 = %0) : (tensor<i32>) -> tensor<i32> {
    %2 = "tosa.const"() {values = dense<3> : tensor<i32>} : () -> tensor<i32>
    %3 = tosa.greater_equal %2, %arg1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %3 : tensor<i1>
  } do {
  ^bb0(%arg1: tensor<i32>):
    %2 = "tosa.const"() {values = dense<1> : tensor<i32>} : () -> tensor<i32>
    %3 = tosa.add %arg1, %2 : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %3 : tensor<i32>
  }
  return %1 : tensor<i32>
}
func.func @if_test(%arg0 : tensor<f32>, %arg1 : tensor<f32>, %arg2 : tensor<i1>) -> (tensor<f32>) {
  %0 = tosa.cond_if %arg2 (%arg3 = %arg0, %arg4 = %arg1) : tensor<i1> (tensor<f32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    tosa.yield %arg3 : tensor<f32>
  } else {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    tosa.yield %arg4 : tensor<f32>
  }
  %1 = tosa.cond_if %arg2 : tensor<i1> -> tensor<f32> {
    tosa.yield %arg0 : tensor<f32>
  } else {
    tosa.yield %0 : tensor<f32>
  }
  return %1 : tensor<f32>
}
func.func @scatter_test(%v: tensor<3x7x5xi32>, %i: tensor<3x6xi32>, %in: tensor<3x6x5xi32>) -> tensor<3x7x5xi32> {
  %0 = tosa.scatter %v, %i, %in : (tensor<3x7x5xi32>, tensor<3x6xi32>, tensor<3x6x5xi32>) -> tensor<3x7x5xi32>
  return %0 : tensor<3x7x5xi32>
}
func.func @scatter_constant(%v: tensor<2x3x2xi32>, %in: tensor<2x2x2xi32>) -> tensor<2x3x2xi32> {
  %i = "tosa.const"() <{values = dense<[[0, 2], [1, 1]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %0 = tosa.scatter %v, %i, %in : (tensor<2x3x2xi32>, tensor<2x2xi32>, tensor<2x2x2xi32>) -> tensor<2x3x2xi32>
  return %0 : tensor<2x3x2xi32>
}
func.func @scatter_dyn(%v: tensor<?x?x?xi32>, %i: tensor<?x?xi32>, %in: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %0 = tosa.scatter %v, %i, %in : (tensor<?x?x?xi32>, tensor<?x?xi32>, tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  return %0 : tensor<?x?x?xi32>
}
func.func @scatter64(%v: tensor<3x7x5xi32>, %i: tensor<3x6xi64>, %in: tensor<3x6x5xi32>) -> tensor<3x7x5xi32> {
  %0 = tosa.scatter %v, %i, %in : (tensor<3x7x5xi32>, tensor<3x6xi64>, tensor<3x6x5xi32>) -> tensor<3x7x5xi32>
  return %0 : tensor<3x7x5xi32>
}
