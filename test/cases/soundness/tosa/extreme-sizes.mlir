// RUN: rmlir-opt %s --tosa-infer-shapes --canonicalize

// Sums and products of sizes and attributes that 64 bits do not hold: the size of the result is not known.

func.func @pad(%a: tensor<9223372036854775807xi8>, %z: tensor<1xi8>) -> tensor<?xi8> {
  %p = tosa.const_shape {values = dense<[9223372036854775807, 9223372036854775807]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.pad %a, %p, %z : (tensor<9223372036854775807xi8>, !tosa.shape<2>, tensor<1xi8>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

func.func @tile(%a: tensor<4xi8>) -> tensor<?xi8> {
  %m = tosa.const_shape {values = dense<9223372036854775807> : tensor<1xindex>} : () -> !tosa.shape<1>
  %0 = tosa.tile %a, %m : (tensor<4xi8>, !tosa.shape<1>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

func.func @concat(%a: tensor<9223372036854775807xi8>) -> tensor<?xi8> {
  %0 = tosa.concat %a, %a {axis = 0 : i32} : (tensor<9223372036854775807xi8>, tensor<9223372036854775807xi8>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

func.func @slice(%a: tensor<?xi8>) -> tensor<?xi8> {
  %s = tosa.const_shape {values = dense<9223372036854775807> : tensor<1xindex>} : () -> !tosa.shape<1>
  %0 = tosa.slice %a, %s, %s : (tensor<?xi8>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

func.func @pool(%a: tensor<1x8x8x1xi8>, %z: tensor<1xi8>) -> tensor<?x?x?x?xi8> {
  %0 = tosa.max_pool2d %a {kernel = array<i64: 9223372036854775807, 1>, stride = array<i64: 1, 1>, pad = array<i64: 9223372036854775806, 9223372036854775806, 0, 0>} : (tensor<1x8x8x1xi8>) -> tensor<?x?x?x?xi8>
  return %0 : tensor<?x?x?x?xi8>
}

func.func @convolution(%a: tensor<1x8x8x1xi8>, %w: tensor<1x3x3x1xi8>, %b: tensor<1xi32>, %z: tensor<1xi8>) -> tensor<?x?x?x?xi32> {
  %0 = tosa.conv2d %a, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807>, stride = array<i64: 1, 1>} : (tensor<1x8x8x1xi8>, tensor<1x3x3x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<?x?x?x?xi32>
  return %0 : tensor<?x?x?x?xi32>
}

func.func @transposed(%a: tensor<1x8x8x1xi8>, %w: tensor<1x3x3x1xi8>, %b: tensor<1xi32>, %z: tensor<1xi8>) -> tensor<?x?x?x?xi32> {
  %0 = tosa.transpose_conv2d %a, %w, %b, %z, %z {acc_type = i32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 9223372036854775807, 9223372036854775807>} : (tensor<1x8x8x1xi8>, tensor<1x3x3x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<?x?x?x?xi32>
  return %0 : tensor<?x?x?x?xi32>
}
