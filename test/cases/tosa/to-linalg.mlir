// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(tosa-to-linalg))'

// Loop nests over elements: sizes of 1 are broadcast, dynamic ones if they are 1 at run time.

func.func @broadcast(%a: tensor<2x3xf32>, %b: tensor<1x3xf32>) -> tensor<2x3xf32> {
  %0 = tosa.add %a, %b : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @dynamic(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tosa.sub %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @functions(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.sigmoid %a : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tosa.clamp %0 {min_val = 0.25 : f32, max_val = 0.75 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.reciprocal %1 : (tensor<4xf32>) -> tensor<4xf32>
  %3 = tosa.maximum %a, %2 {nan_mode = IGNORE} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

func.func @integers(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %zero = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.mul %a, %b, %shift : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>) -> tensor<4xi32>
  %1 = tosa.negate %0, %zero, %zero : (tensor<4xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
  %2 = tosa.greater %0, %1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %3 = tosa.select %2, %1, %a : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %4 = tosa.abs %3 : (tensor<4xi32>) -> tensor<4xi32>
  return %4 : tensor<4xi32>
}

func.func @casts(%a: tensor<4xf32>) -> (tensor<4xi8>, tensor<4xi32>, tensor<4xf64>, tensor<4xi1>) {
  %0 = tosa.cast %a : (tensor<4xf32>) -> tensor<4xi8>
  %1 = tosa.cast %a : (tensor<4xf32>) -> tensor<4xi32>
  %2 = tosa.cast %a : (tensor<4xf32>) -> tensor<4xf64>
  %3 = tosa.cast %1 : (tensor<4xi32>) -> tensor<4xi1>
  return %0, %1, %2, %3 : tensor<4xi8>, tensor<4xi32>, tensor<4xf64>, tensor<4xi1>
}

// The parts of a softmax.
func.func @softmax(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.reduce_max %a {axis = 1 : i32} : (tensor<2x4xf32>) -> tensor<2x1xf32>
  %1 = tosa.sub %a, %0 : (tensor<2x4xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  %2 = tosa.exp %1 : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %3 = tosa.reduce_sum %2 {axis = 1 : i32} : (tensor<2x4xf32>) -> tensor<2x1xf32>
  %4 = tosa.reciprocal %3 : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %5 = tosa.mul %2, %4, %shift : (tensor<2x4xf32>, tensor<2x1xf32>, tensor<1xi8>) -> tensor<2x4xf32>
  return %5 : tensor<2x4xf32>
}

func.func @argmax(%a: tensor<2x4xf32>) -> tensor<2xi32> {
  %0 = tosa.argmax %a {axis = 1 : i32} : (tensor<2x4xf32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

func.func @movement(%a: tensor<2x3xf32>, %v: tensor<1x4x2xf32>) -> (tensor<2x3xf32>, tensor<4x6xf32>, tensor<1x2x2xf32>) {
  %twice = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %indices = "tosa.const"() <{values = dense<[[3, 0]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %0 = tosa.reverse %a {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = tosa.tile %a, %twice : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<4x6xf32>
  %2 = tosa.gather %v, %indices : (tensor<1x4x2xf32>, tensor<1x2xi32>) -> tensor<1x2x2xf32>
  return %0, %1, %2 : tensor<2x3xf32>, tensor<4x6xf32>, tensor<1x2x2xf32>
}

func.func @rescale(%a: tensor<2x2xi8>) -> tensor<2x2xi8> {
  %multiplier = "tosa.const"() <{values = dense<[42, 43]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %shift = "tosa.const"() <{values = dense<[14, 15]> : tensor<2xi8>}> : () -> tensor<2xi8>
  %zp = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.rescale %a, %multiplier, %shift, %zp, %zp {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<2x2xi8>, tensor<2xi32>, tensor<2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x2xi8>
  return %0 : tensor<2x2xi8>
}
