// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

// The syntax of all operations. Modes are plain keywords, and NaN is propagated unless it is said that it is ignored.

module attributes {
  tosa.target = #tosa.target_env<specification_version = "1.0", level = "8k", profiles = [pro_int, pro_fp], extensions = [int16, bf16]>
} {
  func.func @unary(%a: tensor<2x3xf32>, %i: tensor<2x3xi32>, %b: tensor<2x3xi1>, %zp: tensor<1xf32>) {
    %0 = tosa.abs %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %1 = tosa.bitwise_not %i : (tensor<2x3xi32>) -> tensor<2x3xi32>
    %2 = tosa.ceil %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %3 = tosa.clz %i : (tensor<2x3xi32>) -> tensor<2x3xi32>
    %4 = tosa.cos %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %5 = tosa.erf %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %6 = tosa.exp %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %7 = tosa.floor %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %8 = tosa.log %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %9 = tosa.logical_not %b : (tensor<2x3xi1>) -> tensor<2x3xi1>
    %10 = tosa.negate %a, %zp, %zp : (tensor<2x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x3xf32>
    %11 = tosa.reciprocal %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %12 = tosa.rsqrt %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %13 = tosa.sigmoid %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %14 = tosa.sin %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %15 = tosa.tanh %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %16 = tosa.clamp %a {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %17 = tosa.clamp %i {min_val = -1 : i32, max_val = 6 : i32, nan_mode = IGNORE} : (tensor<2x3xi32>) -> tensor<2x3xi32>
    %18 = tosa.cast %a : (tensor<2x3xf32>) -> tensor<2x3xi32>
    %19 = tosa.identity %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }

  func.func @binary(%a: tensor<2x3xf32>, %c: tensor<1x3xf32>, %i: tensor<2x3xi32>, %b: tensor<2x1xi1>, %s: tensor<1xi8>) {
    %0 = tosa.add %a, %c : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
    %1 = tosa.sub %a, %c : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
    %2 = tosa.mul %a, %c, %s : (tensor<2x3xf32>, tensor<1x3xf32>, tensor<1xi8>) -> tensor<2x3xf32>
    %3 = tosa.pow %a, %c : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
    %4 = tosa.maximum %a, %c : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
    %5 = tosa.minimum %a, %c {nan_mode = IGNORE} : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
    %6 = tosa.arithmetic_right_shift %i, %i {round = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    %7 = tosa.logical_left_shift %i, %i : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    %8 = tosa.logical_right_shift %i, %i : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    %9 = tosa.bitwise_and %i, %i : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    %10 = tosa.bitwise_or %i, %i : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    %11 = tosa.bitwise_xor %i, %i : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    %12 = tosa.intdiv %i, %i : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    %13 = tosa.logical_and %b, %b : (tensor<2x1xi1>, tensor<2x1xi1>) -> tensor<2x1xi1>
    %14 = tosa.logical_or %b, %b : (tensor<2x1xi1>, tensor<2x1xi1>) -> tensor<2x1xi1>
    %15 = tosa.logical_xor %b, %b : (tensor<2x1xi1>, tensor<2x1xi1>) -> tensor<2x1xi1>
    %16 = tosa.equal %a, %c : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xi1>
    %17 = tosa.greater %a, %c : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xi1>
    %18 = tosa.greater_equal %a, %c : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xi1>
    %19 = tosa.select %b, %a, %c : (tensor<2x1xi1>, tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
    return
  }

  func.func @reductions(%a: tensor<2x3xf32>, %b: tensor<2x3xi1>) {
    %0 = tosa.reduce_all %b {axis = 0 : i32} : (tensor<2x3xi1>) -> tensor<1x3xi1>
    %1 = tosa.reduce_any %b {axis = 1 : i32} : (tensor<2x3xi1>) -> tensor<2x1xi1>
    %2 = tosa.reduce_max %a {axis = 1 : i32, nan_mode = PROPAGATE} : (tensor<2x3xf32>) -> tensor<2x1xf32>
    %3 = tosa.reduce_min %a {axis = 1 : i32, nan_mode = IGNORE} : (tensor<2x3xf32>) -> tensor<2x1xf32>
    %4 = tosa.reduce_product %a {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
    %5 = tosa.reduce_sum %a {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
    %6 = tosa.argmax %a {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2xi32>
    return
  }

  func.func @images(%a: tensor<1x4x4x2xf32>, %w: tensor<3x1x1x2xf32>, %d: tensor<1x1x2x2xf32>, %bias: tensor<3xf32>,
                    %one: tensor<1xf32>, %v: tensor<1x2x4x4x2xf32>, %k: tensor<3x1x1x1x2xf32>, %m: tensor<1x4x4xf32>) {
    %0 = tosa.conv2d %a, %w, %bias, %one, %one {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<3x1x1x2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x3xf32>
    %1 = tosa.conv3d %v, %k, %bias, %one, %one {acc_type = f32, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>, local_bound = true} : (tensor<1x2x4x4x2xf32>, tensor<3x1x1x1x2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x4x4x3xf32>
    %2 = tosa.depthwise_conv2d %a, %d, %one, %one, %one {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<1x1x2x2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x4xf32>
    %3 = tosa.transpose_conv2d %a, %w, %bias, %one, %one {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<3x1x1x2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x3xf32>
    %4 = tosa.avg_pool2d %a, %one, %one {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
    %5 = tosa.max_pool2d %a {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x2xf32>) -> tensor<1x2x2x2xf32>
    %6 = tosa.matmul %m, %m, %one, %one : (tensor<1x4x4xf32>, tensor<1x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4xf32>
    %7, %8 = tosa.fft2d %m, %m {inverse = false} : (tensor<1x4x4xf32>, tensor<1x4x4xf32>) -> (tensor<1x4x4xf32>, tensor<1x4x4xf32>)
    %9, %10 = tosa.rfft2d %m : (tensor<1x4x4xf32>) -> (tensor<1x4x3xf32>, tensor<1x4x3xf32>)
    %scale = tosa.const_shape {values = dense<[2, 1, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %zero = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
    %11 = tosa.resize %a, %scale, %zero, %zero {mode = BILINEAR} : (tensor<1x4x4x2xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x7x7x2xf32>
    return
  }

  func.func @layout(%a: tensor<2x3xf32>, %value: tensor<1xf32>, %v: tensor<1x4x2xf32>, %i: tensor<1x3xi32>, %w: tensor<1x3x2xf32>) {
    %0 = tosa.concat %a, %a {axis = 0 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
    %padding = tosa.const_shape {values = dense<[0, 1, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %1 = tosa.pad %a, %padding, %value : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<3x5xf32>
    %six = tosa.const_shape {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
    %2 = tosa.reshape %a, %six : (tensor<2x3xf32>, !tosa.shape<1>) -> tensor<6xf32>
    %3 = tosa.reverse %a {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %start = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %size = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
    %4 = tosa.slice %a, %start, %size : (tensor<2x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x2xf32>
    %5 = tosa.tile %a, %size : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<4x6xf32>
    %6 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %7 = tosa.gather %v, %i : (tensor<1x4x2xf32>, tensor<1x3xi32>) -> tensor<1x3x2xf32>
    %8 = tosa.scatter %v, %i, %w : (tensor<1x4x2xf32>, tensor<1x3xi32>, tensor<1x3x2xf32>) -> tensor<1x4x2xf32>
    return
  }

  func.func @conversions(%a: tensor<2x2xi8>, %m: tensor<1xi32>, %s: tensor<1xi8>, %t: tensor<256xi8>, %v: i32, %n: i8,
                         %b: tensor<4x32xf4E2M1FN>, %c: tensor<4x1xf8E8M0FNU>, %x: tensor<2x!tosa.mxint8>) {
    %0 = tosa.rescale %a, %m, %s, %s, %s {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<2x2xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x2xi8>
    %1 = tosa.apply_scale %v, %v, %n {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
    %2 = tosa.table %a, %t : (tensor<2x2xi8>, tensor<256xi8>) -> tensor<2x2xi8>
    %3 = tosa.cast_from_block_scaled %b, %c {block_size = BLOCK_SIZE_32} : (tensor<4x32xf4E2M1FN>, tensor<4x1xf8E8M0FNU>) -> tensor<4x32xf32>
    %4, %5 = tosa.cast_to_block_scaled %3 {block_size = BLOCK_SIZE_32} : (tensor<4x32xf32>) -> (tensor<4x32xf4E2M1FN>, tensor<4x1xf8E8M0FNU>)
    %6 = "tosa.const"() <{values = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
    %7 = tosa.custom %6 {domain_name = "d", implementation_attrs = "", operator_name = "o"} : (tensor<2xi32>) -> tensor<2xi32>
    return
  }

  tosa.variable @counter = dense<0> : tensor<1xi32>
  tosa.variable @open : tensor<?x4xf32>

  func.func @control(%c: tensor<i1>, %a: tensor<1xi32>) -> tensor<1xi32> {
    %0 = tosa.variable_read @counter : tensor<1xi32>
    tosa.variable_write @counter, %a : tensor<1xi32>
    %1 = tosa.cond_if %c : tensor<i1> -> tensor<1xi32> {
      tosa.yield %a : tensor<1xi32>
    } else {
      tosa.yield %0 : tensor<1xi32>
    }
    %2 = tosa.cond_if %c (%p = %a) : tensor<i1> (tensor<1xi32>) -> tensor<1xi32> {
    ^bb0(%p: tensor<1xi32>):
      tosa.yield %p : tensor<1xi32>
    } else {
    ^bb0(%p: tensor<1xi32>):
      tosa.yield %p : tensor<1xi32>
    }
    %3 = tosa.while_loop (%i = %2) : (tensor<1xi32>) -> tensor<1xi32> {
      %4 = tosa.greater %a, %i : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
      tosa.yield %4 : tensor<1xi1>
    } do {
    ^bb0(%i: tensor<1xi32>):
      %4 = tosa.add %i, %a : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
      tosa.yield %4 : tensor<1xi32>
    }
    return %3 : tensor<1xi32>
  }

  func.func @shapes(%a: tensor<?x3xf32>, %start: tensor<1xi32>) {
    %0 = tosa.dim %a {axis = 0 : i32} : (tensor<?x3xf32>) -> !tosa.shape<1>
    %1 = tosa.const_shape {values = dense<4> : tensor<1xindex>} : () -> !tosa.shape<1>
    %2 = tosa.add_shape %0, %1 : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
    %3 = tosa.mul_shape %0, %2 : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
    %4 = tosa.concat_shape %2, %3 : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<2>
    %5 = tosa.exp2_shape %4 : (!tosa.shape<2>) -> !tosa.shape<2>
    %6 = tosa.slice_shape %5, %start, %start : (!tosa.shape<2>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<1>
    return
  }
}
