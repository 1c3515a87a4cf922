// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(tosa-to-linalg-named,tosa-to-linalg))'

// Windows of images, whose padding is explicit; the first greatest element.

func.func @conv(%a: tensor<1x3x3x2xf32>, %w: tensor<2x2x2x2xf32>, %b: tensor<2xf32>) -> tensor<1x3x2x2xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.conv2d %a, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x3x2xf32>, tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x2x2xf32>
  return %0 : tensor<1x3x2x2xf32>
}

func.func @convi(%a: tensor<1x3x3x2xi8>, %w: tensor<2x2x2x2xi8>, %b: tensor<1xi32>) -> tensor<1x2x1x2xi32> {
  %zp = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.conv2d %a, %w, %b, %zp, %zp {acc_type = i32, dilation = array<i64: 1, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x3x2xi8>, tensor<2x2x2x2xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x1x2xi32>
  return %0 : tensor<1x2x1x2xi32>
}

func.func @depth(%a: tensor<1x3x3x2xf32>, %w: tensor<2x2x2x3xf32>, %b: tensor<6xf32>) -> tensor<1x2x2x6xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.depthwise_conv2d %a, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 0, 1, 0>, stride = array<i64: 2, 2>} : (tensor<1x3x3x2xf32>, tensor<2x2x2x3xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x6xf32>
  return %0 : tensor<1x2x2x6xf32>
}

func.func @pool(%a: tensor<1x4x3x2xf32>) -> tensor<1x2x2x2xf32> {
  %0 = tosa.max_pool2d %a {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 1, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x3x2xf32>) -> tensor<1x2x2x2xf32>
  return %0 : tensor<1x2x2x2xf32>
}

func.func @argmax(%a: tensor<2x4xf32>) -> tensor<2xi32> {
  %0 = tosa.argmax %a {axis = 1 : i32} : (tensor<2x4xf32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

func.func @argmax_ignore(%a: tensor<2x4xf32>) -> tensor<2xi32> {
  %0 = tosa.argmax %a {axis = 1 : i32, nan_mode = IGNORE} : (tensor<2x4xf32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

func.func @argmaxi(%a: tensor<2x4xi8>) -> tensor<4xi32> {
  %0 = tosa.argmax %a {axis = 0 : i32} : (tensor<2x4xi8>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
