// RUN: rmlir-opt %s --tosa-narrow-i64-to-i32 --split-input-file --verify-diagnostics

// Operations and constants that would compute something else.

func.func @add(%a: tensor<3xi64>, %b: tensor<3xi64>) -> tensor<3xi64> {
  // expected-error@+1 {{failed to legalize operation 'tosa.add'}}
  %0 = tosa.add %a, %b : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

func.func @constant() -> tensor<3xi64> {
  // expected-error@+1 {{failed to legalize operation 'tosa.const'}}
  %0 = "tosa.const"() <{values = dense<[1, 2, 99999999999]> : tensor<3xi64>}> : () -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

func.func @cast(%a: tensor<4xi64>) -> tensor<4xi16> {
  // expected-error@+1 {{failed to legalize operation 'tosa.cast'}}
  %0 = tosa.cast %a : (tensor<4xi64>) -> tensor<4xi16>
  return %0 : tensor<4xi16>
}

// -----

func.func @argmax(%a: tensor<4x?xf32>) -> tensor<4xi64> {
  // expected-error@+1 {{failed to legalize operation 'tosa.argmax'}}
  %0 = tosa.argmax %a {axis = 1 : i32} : (tensor<4x?xf32>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

func.func @others(%a: tensor<4xi64>) -> tensor<4xi64> {
  // expected-error@+1 {{failed to legalize operation 'arith.addi'}}
  %0 = arith.addi %a, %a : tensor<4xi64>
  return %0 : tensor<4xi64>
}
