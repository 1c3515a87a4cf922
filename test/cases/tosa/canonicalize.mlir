// RUN: rmlir-opt %s --split-input-file --canonicalize

// Operations that undo others, and parts of what was put together.

func.func @avgpool_noop(%a: tensor<10x1x1x3xf32>) -> tensor<10x1x1x3xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.avg_pool2d %a, %z, %z {kernel = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, acc_type = f32} : (tensor<10x1x1x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<10x1x1x3xf32>
  return %0 : tensor<10x1x1x3xf32>
}

// -----

func.func @maxpool_noop(%a: tensor<10x1x1x3xi8>) -> tensor<10x1x1x3xi8> {
  %0 = tosa.max_pool2d %a {kernel = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<10x1x1x3xi8>) -> tensor<10x1x1x3xi8>
  return %0 : tensor<10x1x1x3xi8>
}

// -----

func.func @clampnoop(%a: tensor<4xi8>, %b: tensor<4xf32>, %c: tensor<4xui8>) -> (tensor<4xi8>, tensor<4xf32>, tensor<4xui8>) {
  %0 = tosa.clamp %a {min_val = -128 : i8, max_val = 127 : i8} : (tensor<4xi8>) -> tensor<4xi8>
  %1 = tosa.clamp %b {min_val = 0xFF800000 : f32, max_val = 0x7F800000 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.clamp %c {min_val = 0 : ui8, max_val = 255 : ui8} : (tensor<4xui8>) -> tensor<4xui8>
  return %0, %1, %2 : tensor<4xi8>, tensor<4xf32>, tensor<4xui8>
}

// -----

func.func @clampclamp(%a: tensor<4xi8>, %b: tensor<4xf32>) -> (tensor<4xi8>, tensor<4xf32>, tensor<4xi8>, tensor<4xf32>, tensor<4xf32>) {
  %0 = tosa.clamp %a {min_val = -2 : i8, max_val = 4 : i8} : (tensor<4xi8>) -> tensor<4xi8>
  %1 = tosa.clamp %0 {min_val = -1 : i8, max_val = 7 : i8} : (tensor<4xi8>) -> tensor<4xi8>
  %2 = tosa.clamp %b {min_val = -2.0 : f32, max_val = 4.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = tosa.clamp %2 {min_val = -1.0 : f32, max_val = 7.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  %4 = tosa.clamp %a {min_val = -2 : i8, max_val = 4 : i8} : (tensor<4xi8>) -> tensor<4xi8>
  %5 = tosa.clamp %4 {min_val = 5 : i8, max_val = 7 : i8} : (tensor<4xi8>) -> tensor<4xi8>
  %6 = tosa.clamp %b {min_val = -2.0 : f32, max_val = 4.0 : f32, nan_mode = IGNORE} : (tensor<4xf32>) -> tensor<4xf32>
  %7 = tosa.clamp %6 {min_val = -1.0 : f32, max_val = 7.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  %8 = tosa.clamp %b {min_val = -2.0 : f32, max_val = 4.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  %9 = tosa.clamp %8 {min_val = -1.0 : f32, max_val = 7.0 : f32, nan_mode = IGNORE} : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %3, %5, %7, %9 : tensor<4xi8>, tensor<4xf32>, tensor<4xi8>, tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @selnot(%p: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.logical_not %p : (tensor<4xi1>) -> tensor<4xi1>
  %1 = tosa.select %0, %a, %b : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @logexp(%a: tensor<4xf32>, %z: tensor<1xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = tosa.log %a : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tosa.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.exp %a : (tensor<4xf32>) -> tensor<4xf32>
  %3 = tosa.log %2 : (tensor<4xf32>) -> tensor<4xf32>
  %zz = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %4 = tosa.negate %a, %zz, %zz : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
  %5 = tosa.negate %4, %zz, %zz : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
  %6 = tosa.abs %a : (tensor<4xf32>) -> tensor<4xf32>
  %7 = tosa.abs %6 : (tensor<4xf32>) -> tensor<4xf32>
  %8 = tosa.reciprocal %a : (tensor<4xf32>) -> tensor<4xf32>
  %9 = tosa.reciprocal %8 : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %3, %5, %7, %9 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @concatslice(%a: tensor<1x12x12x1xf32>, %b: tensor<1x12x12x1xf32>) -> (tensor<1x12x12x1xf32>, tensor<1x12x12x1xf32>, tensor<1x4x12x1xf32>, tensor<1x4x12x2xf32>) {
  %0 = tosa.concat %a, %b {axis = 3 : i32} : (tensor<1x12x12x1xf32>, tensor<1x12x12x1xf32>) -> tensor<1x12x12x2xf32>
  %s0 = tosa.const_shape {values = dense<0> : tensor<4xindex>} : () -> !tosa.shape<4>
  %z0 = tosa.const_shape {values = dense<[1, 12, 12, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %s1 = tosa.const_shape {values = dense<[0, 0, 0, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %s2 = tosa.const_shape {values = dense<[0, 4, 0, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %z2 = tosa.const_shape {values = dense<[1, 4, 12, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %s3 = tosa.const_shape {values = dense<[0, 4, 0, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %z3 = tosa.const_shape {values = dense<[1, 4, 12, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = tosa.slice %0, %s0, %z0 : (tensor<1x12x12x2xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x12x12x1xf32>
  %2 = tosa.slice %0, %s1, %z0 : (tensor<1x12x12x2xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x12x12x1xf32>
  %3 = tosa.slice %0, %s2, %z2 : (tensor<1x12x12x2xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x4x12x1xf32>
  %4 = tosa.slice %0, %s3, %z3 : (tensor<1x12x12x2xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x4x12x2xf32>
  return %1, %2, %3, %4 : tensor<1x12x12x1xf32>, tensor<1x12x12x1xf32>, tensor<1x4x12x1xf32>, tensor<1x4x12x2xf32>
}

// -----

func.func @padslice(%a: tensor<1x12x12x1xf32>) -> tensor<1x12x12x1xf32> {
  %p = tosa.const_shape {values = dense<[0, 0, 1, 1, 2, 3, 0, 0]> : tensor<8xindex>} : () -> !tosa.shape<8>
  %c = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %s = tosa.const_shape {values = dense<[0, 1, 2, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %z = tosa.const_shape {values = dense<[1, 12, 12, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %0 = tosa.pad %a, %p, %c : (tensor<1x12x12x1xf32>, !tosa.shape<8>, tensor<1xf32>) -> tensor<1x14x17x1xf32>
  %1 = tosa.slice %0, %s, %z : (tensor<1x14x17x1xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x12x12x1xf32>
  return %1 : tensor<1x12x12x1xf32>
}

// -----

func.func @treshape(%a: tensor<1x4x5x1xf32>) -> tensor<1x4x1x5xf32> {
  %0 = tosa.transpose %a {perms = array<i32: 3, 1, 0, 2>} : (tensor<1x4x5x1xf32>) -> tensor<1x4x1x5xf32>
  return %0 : tensor<1x4x1x5xf32>
}

// -----

func.func @treshape_dyn(%a: tensor<1x?x5x1xf32>) -> tensor<1x?x1x5xf32> {
  %0 = tosa.transpose %a {perms = array<i32: 3, 1, 0, 2>} : (tensor<1x?x5x1xf32>) -> tensor<1x?x1x5xf32>
  return %0 : tensor<1x?x1x5xf32>
}

// -----

func.func @catcat(%a: tensor<1x2xf32>, %b: tensor<1x3xf32>) -> tensor<1x8xf32> {
  %0 = tosa.concat %a, %b {axis = 1 : i32} : (tensor<1x2xf32>, tensor<1x3xf32>) -> tensor<1x5xf32>
  %1 = tosa.concat %b, %0 {axis = 1 : i32} : (tensor<1x3xf32>, tensor<1x5xf32>) -> tensor<1x8xf32>
  return %1 : tensor<1x8xf32>
}

// -----

func.func @intdiv(%a: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %1 = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tosa.const"() <{values = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %7 = "tosa.const"() <{values = dense<-7> : tensor<i32>}> : () -> tensor<i32>
  %2 = "tosa.const"() <{values = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %3 = tosa.intdiv %a, %1 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %4 = tosa.intdiv %0, %a : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %5 = tosa.intdiv %7, %2 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %3, %4, %5 : tensor<i32>, tensor<i32>, tensor<i32>
}

// -----

func.func @selectc(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %t = "tosa.const"() <{values = dense<true> : tensor<2xi1>}> : () -> tensor<2xi1>
  %f = "tosa.const"() <{values = dense<false> : tensor<2xi1>}> : () -> tensor<2xi1>
  %0 = tosa.select %t, %a, %b : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = tosa.select %f, %a, %b : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// -----

func.func @padslice(%a: tensor<1x12x12x1xf32>) -> (tensor<1x14x12x1xf32>, tensor<1x13x12x1xf32>,tensor<1x2x12x1xf32>, tensor<1x1x12x1xf32>) {
  %p = tosa.const_shape {values = dense<[0, 0, 1, 1, 2, 3, 0, 0]> : tensor<8xindex>} : () -> !tosa.shape<8>
  %c = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %s = tosa.const_shape {values = dense<[0, 0, 2, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %z = tosa.const_shape {values = dense<[1, 14, 12, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %s2 = tosa.const_shape {values = dense<[0, 1, 2, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %z2 = tosa.const_shape {values = dense<[1, 13, 12, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %s3 = tosa.const_shape {values = dense<[0, 5, 4, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %z3 = tosa.const_shape {values = dense<[1, 2, 12, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %s4 = tosa.const_shape {values = dense<[0, 0, 3, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %z4 = tosa.const_shape {values = dense<[1, 1, 12, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %0 = tosa.pad %a, %p, %c : (tensor<1x12x12x1xf32>, !tosa.shape<8>, tensor<1xf32>) -> tensor<1x14x17x1xf32>
  %1 = tosa.slice %0, %s, %z : (tensor<1x14x17x1xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x14x12x1xf32>
  %2 = tosa.slice %0, %s2, %z2 : (tensor<1x14x17x1xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x13x12x1xf32>
  %3 = tosa.slice %0, %s3, %z3 : (tensor<1x14x17x1xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x2x12x1xf32>
  %4 = tosa.slice %0, %s4, %z4 : (tensor<1x14x17x1xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x1x12x1xf32>
  return %1, %2, %3, %4 : tensor<1x14x12x1xf32>, tensor<1x13x12x1xf32>, tensor<1x2x12x1xf32>, tensor<1x1x12x1xf32>
}

// -----

func.func @mp(%a: tensor<10x1x1x3xi8>, %b: tensor<10x5x5x3xi8>, %c: tensor<10x5x5x3xi8>) -> (tensor<10x1x1x3xi8>, tensor<10x3x3x3xi8>, tensor<10x5x5x3xi8>) {
  %0 = tosa.max_pool2d %a {kernel = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<10x1x1x3xi8>) -> tensor<10x1x1x3xi8>
  %1 = tosa.max_pool2d %b {kernel = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<10x5x5x3xi8>) -> tensor<10x3x3x3xi8>
  %2 = tosa.max_pool2d %c {kernel = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<10x5x5x3xi8>) -> tensor<10x5x5x3xi8>
  return %0, %1, %2 : tensor<10x1x1x3xi8>, tensor<10x3x3x3xi8>, tensor<10x5x5x3xi8>
}

// -----

func.func @tr(%a: tensor<?x?x1xf32>, %b: tensor<2x3x1xf32>, %c: tensor<1x1x?xf32>, %d: tensor<1x1xf32>) -> (tensor<1x?x?xf32>, tensor<3x1x2xf32>, tensor<?x1x1xf32>, tensor<1x1xf32>, tensor<1x3x2xf32>) {
  %0 = tosa.transpose %a {perms = array<i32: 2, 0, 1>} : (tensor<?x?x1xf32>) -> tensor<1x?x?xf32>
  %1 = tosa.transpose %b {perms = array<i32: 1, 2, 0>} : (tensor<2x3x1xf32>) -> tensor<3x1x2xf32>
  %2 = tosa.transpose %c {perms = array<i32: 2, 0, 1>} : (tensor<1x1x?xf32>) -> tensor<?x1x1xf32>
  %3 = tosa.transpose %d {perms = array<i32: 1, 0>} : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %k = "tosa.const"() <{values = dense<[[[1.0,2.0],[3.0,4.0],[5.0,6.0]]]> : tensor<1x3x2xf32>}> : () -> tensor<1x3x2xf32>
  %4 = tosa.transpose %k {perms = array<i32: 0, 1, 2>} : (tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return %0, %1, %2, %3, %4 : tensor<1x?x?xf32>, tensor<3x1x2xf32>, tensor<?x1x1xf32>, tensor<1x1xf32>, tensor<1x3x2xf32>
}

// -----

func.func @sel(%p: tensor<4xi1>, %a: tensor<4xf32>) -> tensor<4xf32> {
  %1 = tosa.select %p, %a, %a : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @negate(%a: tensor<4xf32>) -> tensor<4xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.negate %a, %z, %z : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
  %1 = tosa.negate %0, %z, %z : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
