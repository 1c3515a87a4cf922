// RUN: rmlir-opt %s --tosa-to-tensor --tosa-to-arith
// RUN: rmlir-opt %s --tosa-to-arith='include-apply-rescale=true'
// RUN: rmlir-opt %s --tosa-to-arith='include-apply-rescale=true use-32-bit=true'

// Operations that move elements become those of tensors; constants and scaling become arithmetic.

func.func @reshape(%a: tensor<2x2x3xf32>) -> tensor<2x6xf32> {
  %shape = tosa.const_shape {values = dense<[2, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %a, %shape : (tensor<2x2x3xf32>, !tosa.shape<2>) -> tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}

func.func @parts(%a: tensor<2x3xf32>) -> (tensor<1x2xf32>, tensor<3x4xf32>, tensor<4x3xf32>) {
  %start = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %size = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.slice %a, %start, %size : (tensor<2x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2xf32>
  %padding = tosa.const_shape {values = dense<[1, 0, 0, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %value = "tosa.const"() <{values = dense<1.5> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = tosa.pad %a, %padding, %value : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<3x4xf32>
  %2 = tosa.concat %a, %a {axis = 0 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return %0, %1, %2 : tensor<1x2xf32>, tensor<3x4xf32>, tensor<4x3xf32>
}

func.func @scale(%a: i32, %m: i32, %s: i8) -> i32 {
  %0 = tosa.apply_scale %a, %m, %s {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
  return %0 : i32
}
