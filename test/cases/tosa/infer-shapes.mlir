// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(tosa-infer-shapes))'

// Results get the sizes that follow from the operands; a use that needs the type before gets a cast.

func.func @results(%a: tensor<4x1xf32>, %b: tensor<1x3xf32>) -> tensor<?x?xf32> {
  %0 = tosa.add %a, %b : (tensor<4x1xf32>, tensor<1x3xf32>) -> tensor<?x?xf32>
  %1 = tosa.transpose %0 {perms = array<i32: 1, 0>} : (tensor<?x?xf32>) -> tensor<*xf32>
  %2 = tosa.reduce_sum %1 {axis = 0 : i32} : (tensor<*xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

func.func @loop(%a: tensor<2xi32>, %n: tensor<1xi32>) -> tensor<?xi32> {
  %0, %1 = tosa.while_loop (%x = %a, %i = %n) : (tensor<2xi32>, tensor<1xi32>) -> (tensor<?xi32>, tensor<1xi32>) {
    %2 = tosa.greater %i, %n : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    tosa.yield %2 : tensor<1xi1>
  } do {
  ^bb0(%x: tensor<?xi32>, %i: tensor<1xi32>):
    %2 = tosa.abs %x : (tensor<?xi32>) -> tensor<?xi32>
    tosa.yield %2, %i : tensor<?xi32>, tensor<1xi32>
  }
  return %0 : tensor<?xi32>
}

// The bias is broadcast, so it does not determine the number of channels.
func.func @channels(%a: tensor<1x4x4x2xf32>, %w: tensor<?x1x1x2xf32>, %bias: tensor<1xf32>, %zp: tensor<1xf32>) -> tensor<?x?x?x?xf32> {
  %0 = tosa.conv2d %a, %w, %bias, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<?x1x1x2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
