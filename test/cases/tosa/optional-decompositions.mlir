// RUN: rmlir-opt %s --tosa-optional-decompositions

// Depthwise convolutions with one element, and transposed convolutions, as other operations.

func.func @depthwise(%a: tensor<1x2x2x2xi8>, %w: tensor<1x1x2x3xi8>, %b: tensor<6xi32>) -> tensor<1x2x2x6xi32> {
  %zi = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zw = "tosa.const"() <{values = dense<11> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.depthwise_conv2d %a, %w, %b, %zi, %zw {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x2x2x2xi8>, tensor<1x1x2x3xi8>, tensor<6xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x6xi32>
  return %0 : tensor<1x2x2x6xi32>
}

func.func @padded(%a: tensor<1x2x2x2xf32>, %w: tensor<1x1x2x3xf32>, %b: tensor<1xf32>) -> tensor<1x4x3x6xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.depthwise_conv2d %a, %w, %b, %z, %z {acc_type = f32, pad = array<i64: 1, 1, 1, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x2x2x2xf32>, tensor<1x1x2x3xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x3x6xf32>
  return %0 : tensor<1x4x3x6xf32>
}

func.func @transposed(%a: tensor<1x3x2x2xi8>, %w: tensor<3x2x3x2xi8>, %b: tensor<3xi32>) -> tensor<1x4x4x3xi32> {
  %zi = "tosa.const"() <{values = dense<-22> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zw = "tosa.const"() <{values = dense<42> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.transpose_conv2d %a, %w, %b, %zi, %zw {acc_type = i32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x2x2xi8>, tensor<3x2x3x2xi8>, tensor<3xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x3xi32>
  return %0 : tensor<1x4x4x3xi32>
}

func.func @strided(%a: tensor<1x3x2x2xi8>, %w: tensor<3x3x5x2xi8>, %b: tensor<3xi32>) -> tensor<1x7x8x3xi32> {
  %zi = "tosa.const"() <{values = dense<-22> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zw = "tosa.const"() <{values = dense<42> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.transpose_conv2d %a, %w, %b, %zi, %zw {acc_type = i32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 3>} : (tensor<1x3x2x2xi8>, tensor<3x3x5x2xi8>, tensor<3xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x7x8x3xi32>
  return %0 : tensor<1x7x8x3xi32>
}

func.func @cut(%a: tensor<1x3x2x1xi8>, %w: tensor<1x2x2x1xi8>, %b: tensor<1xi32>) -> tensor<1x6x2x1xi32> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.transpose_conv2d %a, %w, %b, %z, %z {acc_type = i32, out_pad = array<i64: 2, 0, -1, -1>, stride = array<i64: 1, 2>} : (tensor<1x3x2x1xi8>, tensor<1x2x2x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x6x2x1xi32>
  return %0 : tensor<1x6x2x1xi32>
}
