// RUN: rmlir-opt %s --split-input-file --tosa-layerwise-constant-fold
// RUN: rmlir-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(tosa-layerwise-constant-fold{aggressive-reduce-constant=true}))'

// Transposes, reciprocals and reductions of constants; those with other uses only if their elements are equal, or that is asked for.

func.func @t() -> tensor<3x2xf32> {
  %c = "tosa.const"() <{values = dense<[[1.0,2.0,3.0],[4.0,5.0,6.0]]> : tensor<2x3xf32>}> : () -> tensor<2x3xf32>
  %0 = tosa.transpose %c {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func @t2() -> (tensor<3x2xf32>, tensor<2x3xf32>) {
  %c = "tosa.const"() <{values = dense<[[1.0,2.0,3.0],[4.0,5.0,6.0]]> : tensor<2x3xf32>}> : () -> tensor<2x3xf32>
  %0 = tosa.transpose %c {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0, %c : tensor<3x2xf32>, tensor<2x3xf32>
}

// -----

func.func @r() -> (tensor<4xf32>) {
  %c = "tosa.const"() <{values = dense<[1.0,2.0,3.0, 0.0]> : tensor<4xf32>}> : () -> tensor<4xf32>
  %0 = tosa.reciprocal %c : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @r2() -> (tensor<4xf32>, tensor<4xf32>) {
  %c = "tosa.const"() <{values = dense<[1.0,2.0,3.0, 0.0]> : tensor<4xf32>}> : () -> tensor<4xf32>
  %0 = tosa.reciprocal %c : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %c : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @r3() -> (tensor<4xf32>, tensor<4xf32>) {
  %c = "tosa.const"() <{values = dense<3.0> : tensor<4xf32>}> : () -> tensor<4xf32>
  %0 = tosa.reciprocal %c : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %c : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @s() -> (tensor<1x3xi32>, tensor<2x1xi32>, tensor<1x3xi32>,tensor<1x3xi32>) {
  %c = "tosa.const"() <{values = dense<[[1,2,3],[4,5,6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %d = "tosa.const"() <{values = dense<[[1,2,3],[4,5,6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %e = "tosa.const"() <{values = dense<[[1,2,3],[4,5,-6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %f = "tosa.const"() <{values = dense<[[1,2,3],[4,5,-6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %0 = tosa.reduce_sum %c {axis = 0 : i32} : (tensor<2x3xi32>) -> tensor<1x3xi32>
  %1 = tosa.reduce_product %d {axis = 1 : i32} : (tensor<2x3xi32>) -> tensor<2x1xi32>
  %2 = tosa.reduce_max %e {axis = 0 : i32} : (tensor<2x3xi32>) -> tensor<1x3xi32>
  %3 = tosa.reduce_min %f {axis = 0 : i32} : (tensor<2x3xi32>) -> tensor<1x3xi32>
  return %0, %1, %2, %3 : tensor<1x3xi32>, tensor<2x1xi32>, tensor<1x3xi32>, tensor<1x3xi32>
}

// -----

func.func @a() -> (tensor<1x3xi1>, tensor<1x3xi1>) {
  %c = "tosa.const"() <{values = dense<[[true,false,true],[true,false,false]]> : tensor<2x3xi1>}> : () -> tensor<2x3xi1>
  %d = "tosa.const"() <{values = dense<[[true,false,true],[true,false,false]]> : tensor<2x3xi1>}> : () -> tensor<2x3xi1>
  %0 = tosa.reduce_all %c {axis = 0 : i32} : (tensor<2x3xi1>) -> tensor<1x3xi1>
  %1 = tosa.reduce_any %d {axis = 0 : i32} : (tensor<2x3xi1>) -> tensor<1x3xi1>
  return %0, %1 : tensor<1x3xi1>, tensor<1x3xi1>
}

// -----

func.func @shared() -> (tensor<1x3xi32>, tensor<2x3xi32>) {
  %c = "tosa.const"() <{values = dense<[[1,2,3],[4,5,6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %0 = tosa.reduce_sum %c {axis = 0 : i32} : (tensor<2x3xi32>) -> tensor<1x3xi32>
  return %0, %c : tensor<1x3xi32>, tensor<2x3xi32>
}

// -----

func.func @misc(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = "tosa.const"() <{values = dense<1.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %b = "tosa.const"() <{values = dense<2.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %0 = tosa.add %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = tosa.add %0, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %d = tosa.add %0, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

func.func @ui() -> (tensor<3x2xi4>, tensor<3x2xf16>,  tensor<2x2xi1>, tensor<3x2xi48>) {
  %a = "tosa.const"() <{values = dense<[[1,2,3],[4,5,6]]> : tensor<2x3xi4>}> : () -> tensor<2x3xi4>
  %b = "tosa.const"() <{values = dense<[[1.,2.,3.],[4.,5.,6.]]> : tensor<2x3xf16>}> : () -> tensor<2x3xf16>
  %c = "tosa.const"() <{values = dense<[[true,false],[false,true]]> : tensor<2x2xi1>}> : () -> tensor<2x2xi1>
  %d = "tosa.const"() <{values = dense<[[1,2,3],[4,5,6]]> : tensor<2x3xi48>}> : () -> tensor<2x3xi48>
  %0 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x3xi4>) -> tensor<3x2xi4>
  %1 = tosa.transpose %b {perms = array<i32: 1, 0>} : (tensor<2x3xf16>) -> tensor<3x2xf16>
  %2 = tosa.transpose %c {perms = array<i32: 1, 0>} : (tensor<2x2xi1>) -> tensor<2x2xi1>
  %3 = tosa.transpose %d {perms = array<i32: 1, 0>} : (tensor<2x3xi48>) -> tensor<3x2xi48>
  return %0, %1, %2, %3 : tensor<3x2xi4>, tensor<3x2xf16>,  tensor<2x2xi1>, tensor<3x2xi48>
}

// -----

func.func @splatred() -> tensor<1x3xi32> {
  %e = "tosa.const"() <{values = dense<100> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %0 = tosa.reduce_sum %e {axis = 0 : i32} : (tensor<2x3xi32>) -> tensor<1x3xi32>
  return %0 : tensor<1x3xi32>
}

// -----

func.func @arithc() -> tensor<3x2xf32> {
  %c = arith.constant dense<[[1.0,2.0,3.0],[4.0,5.0,6.0]]> : tensor<2x3xf32>
  %0 = tosa.transpose %c {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
