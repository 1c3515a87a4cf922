// RUN: rmlir-opt %s --canonicalize

// Neutral elements, splat constants, and operations that move nothing.

func.func @neutral(%a: tensor<2x3xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>) {
  %zero = "tosa.const"() <{values = dense<0> : tensor<1x1xi32>}> : () -> tensor<1x1xi32>
  %one = "tosa.const"() <{values = dense<1> : tensor<1x1xi32>}> : () -> tensor<1x1xi32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.add %a, %zero : (tensor<2x3xi32>, tensor<1x1xi32>) -> tensor<2x3xi32>
  %1 = tosa.sub %a, %zero : (tensor<2x3xi32>, tensor<1x1xi32>) -> tensor<2x3xi32>
  %2 = tosa.mul %one, %a, %shift : (tensor<1x1xi32>, tensor<2x3xi32>, tensor<1xi8>) -> tensor<2x3xi32>
  %3 = tosa.mul %zero, %a, %shift : (tensor<1x1xi32>, tensor<2x3xi32>, tensor<1xi8>) -> tensor<2x3xi32>
  return %0, %1, %2, %3 : tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>
}

func.func @constants() -> (tensor<2xf32>, tensor<2xi1>, tensor<2xi32>, tensor<1x2xf32>) {
  %a = "tosa.const"() <{values = dense<1.5> : tensor<2xf32>}> : () -> tensor<2xf32>
  %b = "tosa.const"() <{values = dense<2.5> : tensor<2xf32>}> : () -> tensor<2xf32>
  %row = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.add %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = tosa.greater %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %2 = tosa.cast %b : (tensor<2xf32>) -> tensor<2xi32>
  %3 = tosa.reshape %a, %row : (tensor<2xf32>, !tosa.shape<2>) -> tensor<1x2xf32>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xi1>, tensor<2xi32>, tensor<1x2xf32>
}

func.func @movement(%a: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x2xf32>) {
  %zeros = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %whole = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %ones = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %six = tosa.const_shape {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
  %swapped = tosa.const_shape {values = dense<[3, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.slice %a, %zeros, %whole : (tensor<2x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3xf32>
  %1 = tosa.tile %a, %ones : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<2x3xf32>
  %2 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %3 = tosa.transpose %2 {perms = array<i32: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %4 = tosa.reshape %a, %six : (tensor<2x3xf32>, !tosa.shape<1>) -> tensor<6xf32>
  %5 = tosa.reshape %4, %swapped : (tensor<6xf32>, !tosa.shape<2>) -> tensor<3x2xf32>
  return %0, %1, %3, %5 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x2xf32>
}
