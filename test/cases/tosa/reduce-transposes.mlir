// RUN: rmlir-opt %s --split-input-file --tosa-reduce-transposes

// Transposes cancel out across operations on elements, unless these are used elsewhere.

func.func @abs(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = tosa.abs %0 : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %2 = tosa.transpose %1 {perms = array<i32: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// -----

func.func @cast(%a: tensor<2x3xf32>) -> tensor<2x3xi32> {
  %0 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = tosa.cast %0 : (tensor<3x2xf32>) -> tensor<3x2xi32>
  %2 = tosa.transpose %1 {perms = array<i32: 1, 0>} : (tensor<3x2xi32>) -> tensor<2x3xi32>
  return %2 : tensor<2x3xi32>
}

// -----

func.func @mul(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %c = "tosa.const"() <{values = dense<[[1.0,2.0],[3.0,4.0],[5.0,6.0]]> : tensor<3x2xf32>}> : () -> tensor<3x2xf32>
  %0 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = tosa.mul %0, %c, %z {u = 1} : (tensor<3x2xf32>, tensor<3x2xf32>, tensor<1xi8>) -> tensor<3x2xf32>
  %2 = tosa.transpose %1 {perms = array<i32: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// -----

func.func @reshape(%a: tensor<2x3x4xf32>, %b: tensor<4xf32>) -> tensor<2x3x4xf32> {
  %s = tosa.const_shape {values = dense<[4, 1, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %0 = tosa.transpose %a {perms = array<i32: 2, 0, 1>} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %r = tosa.reshape %b, %s : (tensor<4xf32>, !tosa.shape<3>) -> tensor<4x1x1xf32>
  %1 = tosa.add %0, %r : (tensor<4x2x3xf32>, tensor<4x1x1xf32>) -> tensor<4x2x3xf32>
  %2 = tosa.transpose %1 {perms = array<i32: 1, 2, 0>} : (tensor<4x2x3xf32>) -> tensor<2x3x4xf32>
  return %2 : tensor<2x3x4xf32>
}

// -----

func.func @used(%a: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3x2xf32>) {
  %0 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = tosa.abs %0 : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %2 = tosa.transpose %1 {perms = array<i32: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return %2, %1 : tensor<2x3xf32>, tensor<3x2xf32>
}

// -----

func.func @sel(%a: tensor<2x3xf32>, %b: tensor<2x3xi1>) -> tensor<2x3xf32> {
  %0 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %b1 = tosa.transpose %b {perms = array<i32: 1, 0>} : (tensor<2x3xi1>) -> tensor<3x2xi1>
  %1 = tosa.abs %0 : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %x = tosa.select %b1, %0, %1 : (tensor<3x2xi1>, tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %2 = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// -----

func.func @chain(%a: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = tosa.abs %0 : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %2 = tosa.transpose %1 {perms = array<i32: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %3 = tosa.ceil %1 : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %4 = tosa.transpose %3 {perms = array<i32: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return %2, %4 : tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

func.func @resc(%a: tensor<2x3xi8>) -> tensor<2x3xi8> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %sh = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x3xi8>) -> tensor<3x2xi8>
  %1 = tosa.rescale %0, %m, %sh, %sh, %sh {rounding_mode = SINGLE_ROUND, scale32 = true, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<3x2xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<3x2xi8>
  %2 = tosa.transpose %1 {perms = array<i32: 1, 0>} : (tensor<3x2xi8>) -> tensor<2x3xi8>
  return %2 : tensor<2x3xi8>
}

// -----

func.func @idd(%a: tensor<2x3xi8>) -> tensor<2x3xi8> {
  %0 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x3xi8>) -> tensor<3x2xi8>
  %1 = tosa.identity %0 : (tensor<3x2xi8>) -> tensor<3x2xi8>
  %2 = tosa.transpose %1 {perms = array<i32: 1, 0>} : (tensor<3x2xi8>) -> tensor<2x3xi8>
  %3 = tosa.transpose %0 {perms = array<i32: 1, 0>} : (tensor<3x2xi8>) -> tensor<2x3xi8>
  return %3 : tensor<2x3xi8>
}

// -----

func.func @dyn(%a: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<?x3xf32>) -> tensor<3x?xf32>
  %1 = tosa.abs %0 : (tensor<3x?xf32>) -> tensor<3x?xf32>
  %2 = tosa.transpose %1 {perms = array<i32: 1, 0>} : (tensor<3x?xf32>) -> tensor<?x3xf32>
  return %2 : tensor<?x3xf32>
}

// -----

func.func @cst() -> tensor<2x3xf32> {
  %c = "tosa.const"() <{values = dense<[[1.0,2.0],[3.0,4.0],[5.0,6.0]]> : tensor<3x2xf32>}> : () -> tensor<3x2xf32>
  %2 = tosa.transpose %c {perms = array<i32: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}
