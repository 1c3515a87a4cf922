// RUN: rmlir-opt %s --canonicalize

// An image of the same size, without offset and border, is the image.

func.func @resize(%a: tensor<1x15x13x1xi8>, %b: tensor<?x15x13x1xf32>) -> (tensor<1x15x13x1xi8>, tensor<?x15x13x1xf32>) {
  %scale = tosa.const_shape {values = dense<[2, 2, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %zero = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.resize %a, %scale, %zero, %zero {mode = NEAREST_NEIGHBOR} : (tensor<1x15x13x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x15x13x1xi8>
  %1 = tosa.resize %b, %scale, %zero, %zero {mode = BILINEAR} : (tensor<?x15x13x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x15x13x1xf32>
  return %0, %1 : tensor<1x15x13x1xi8>, tensor<?x15x13x1xf32>
}
