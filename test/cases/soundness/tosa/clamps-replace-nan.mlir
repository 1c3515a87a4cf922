// RUN: rmlir-opt %s --canonicalize

// A clamp to all numbers replaces NaN if that is ignored.

func.func @clamp(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.clamp %a {min_val = 0xFF800000 : f32, max_val = 0x7F800000 : f32, nan_mode = IGNORE} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
