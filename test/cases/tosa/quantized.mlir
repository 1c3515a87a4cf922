// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --canonicalize

// Elements may be quantized; constants and zero points have the type of the stored integers.

!q = !quant.uniform<i8:f32, 1.0>
func.func @f(%a: tensor<2x!q>, %b: tensor<1x!q>) -> tensor<2x!q> {
  %0 = tosa.add %a, %a : (tensor<2x!q>, tensor<2x!q>) -> tensor<2x!q>
  %1 = tosa.clamp %0 {min_val = 1 : i8, max_val = 3 : i8} : (tensor<2x!q>) -> tensor<2x!q>
  %2 = tosa.reverse %1 {axis = 0 : i32} : (tensor<2x!q>) -> tensor<2x!q>
  %3 = "tosa.const"() <{values = dense<1> : tensor<2xi8>}> : () -> tensor<2x!q>
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = tosa.mul %2, %3, %s : (tensor<2x!q>, tensor<2x!q>, tensor<1xi8>) -> tensor<2x!q>
  %5 = tosa.negate %4, %s, %s : (tensor<2x!q>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x!q>
  return %5 : tensor<2x!q>
}
func.func @conv(%a: tensor<1x4x4x4x!q>, %w: tensor<8x1x1x4x!q>, %b: tensor<8xi32>, %z: tensor<1xi8>) -> tensor<1x4x4x8xi32> {
  %0 = tosa.conv2d %a, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4x!q>, tensor<8x1x1x4x!q>, tensor<8xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x8xi32>
  return %0 : tensor<1x4x4x8xi32>
}
func.func @mm(%a: tensor<1x4x4x!q>, %z: tensor<1x!q>) -> tensor<1x4x4xi32> {
  %zz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.matmul %a, %a, %zz, %zz : (tensor<1x4x4x!q>, tensor<1x4x4x!q>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4xi32>
  return %0 : tensor<1x4x4xi32>
}
func.func @pool(%a: tensor<1x4x4x4x!q>, %zz: tensor<1xi8>) -> (tensor<1x4x4x4x!q>, tensor<1x4x4x4x!q>) {
  %0 = tosa.avg_pool2d %a, %zz, %zz {acc_type = i32, kernel = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4x!q>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x4x!q>
  %1 = tosa.max_pool2d %a {kernel = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4x!q>) -> tensor<1x4x4x4x!q>
  return %0, %1 : tensor<1x4x4x4x!q>, tensor<1x4x4x4x!q>
}
func.func @pad(%a: tensor<2x!q>) -> tensor<4x!q> {
  %p = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %c = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1x!q>
  %0 = tosa.pad %a, %p, %c : (tensor<2x!q>, !tosa.shape<2>, tensor<1x!q>) -> tensor<4x!q>
  return %0 : tensor<4x!q>
}
