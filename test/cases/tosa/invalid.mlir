// RUN: rmlir-opt %s --split-input-file --verify-diagnostics

// Ranks, sizes, element types and constants that do not agree.

func.func @broadcast(%a: tensor<2x3xf32>, %b: tensor<2x2xf32>) {
  // expected-error@+1 {{'tosa.add' op operands don't have broadcast-compatible shapes}}
  %0 = tosa.add %a, %b : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @result(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'tosa.add' op result type '1x3' not broadcast compatible with broadcasted operands's shapes '2x3'}}
  %0 = tosa.add %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<1x3xf32>
  return
}

// -----

func.func @empty(%a: tensor<2x0xf32>) {
  // expected-error@+1 {{'tosa.abs' op operand #0 must be tosa-conformant tensor of number values, but got 'tensor<2x0xf32>'}}
  %0 = tosa.abs %a : (tensor<2x0xf32>) -> tensor<2x0xf32>
  return
}

// -----

func.func @clamp(%a: tensor<2xf32>) {
  // expected-error@+1 {{'tosa.clamp' op expected min_val <= max_val, got min_val=1.000000e+00 : f32, max_val=0.000000e+00 : f32}}
  %0 = tosa.clamp %a {min_val = 1.0 : f32, max_val = 0.0 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @mode(%a: tensor<2xf32>) {
  // expected-error@+1 {{invalid nan_mode value: SOMETIMES}}
  %0 = tosa.maximum %a, %a {nan_mode = SOMETIMES} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @convolution(%a: tensor<1x4x4x2xf32>, %w: tensor<3x2x2x2xf32>, %b: tensor<3xf32>, %z: tensor<1xf32>) {
  // expected-error@+1 {{'tosa.conv2d' op calculated output height did not match expected: calculated=3, expected=4}}
  %0 = tosa.conv2d %a, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<3x2x2x2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x3x3xf32>
  return
}

// -----

func.func @zero_point(%a: tensor<1x2x2xi16>) {
  %z = "tosa.const"() <{values = dense<1> : tensor<1xi16>}> : () -> tensor<1xi16>
  // expected-error@+1 {{'tosa.matmul' op a zero point must be zero for non-int8 integer types}}
  %0 = tosa.matmul %a, %a, %z, %z : (tensor<1x2x2xi16>, tensor<1x2x2xi16>, tensor<1xi16>, tensor<1xi16>) -> tensor<1x2x2xi48>
  return
}

// -----

func.func @reshape(%a: tensor<2x3xf32>) {
  %s = tosa.const_shape {values = dense<7> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error@+1 {{'tosa.reshape' op cannot reshape 6 elements into 7}}
  %0 = tosa.reshape %a, %s : (tensor<2x3xf32>, !tosa.shape<1>) -> tensor<7xf32>
  return
}

// -----

func.func @shape(%a: tensor<2x3xf32>, %s: !tosa.shape<1>) {
  // expected-error@+1 {{'tosa.reshape' op shape operand is not compile time resolvable}}
  %0 = tosa.reshape %a, %s : (tensor<2x3xf32>, !tosa.shape<1>) -> tensor<6xf32>
  return
}

// -----

func.func @transpose(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'tosa.transpose' op expected valid permutation indices}}
  %0 = tosa.transpose %a {perms = array<i32: 1, 1>} : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @concat(%a: tensor<2x3xf32>, %b: tensor<2x2xf32>) {
  // expected-error@+1 {{'tosa.concat' op expect all operand shapes to have the same sizes on non-axis dimensions, but got 2 vs 3 at index 1 on operands 0 and 1}}
  %0 = tosa.concat %a, %b {axis = 0 : i32} : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @variable() {
  // expected-error@+1 {{'tosa.variable_read' op 'unknown' has not been declared by 'tosa.variable'}}
  %0 = tosa.variable_read @unknown : tensor<1xi32>
  return
}

// -----

func.func @condition(%c: tensor<2xi1>, %a: tensor<1xi32>) {
  // expected-error@+1 {{'tosa.cond_if' op 'condition' must be a size 1 tensor, got 'tensor<2xi1>'}}
  %0 = tosa.cond_if %c : tensor<2xi1> -> tensor<1xi32> {
    tosa.yield %a : tensor<1xi32>
  } else {
    tosa.yield %a : tensor<1xi32>
  }
  return
}
