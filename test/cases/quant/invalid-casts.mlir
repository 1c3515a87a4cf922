// RUN: rmlir-opt %s --split-input-file --verify-diagnostics

// Casts whose types or shapes do not agree.

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'quant.qcast' op result #0 must be scalar or tensor of quantized type, but got 'tensor<4xf32>'}}
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'quant.qcast' op operand #0 must be scalar or tensor of floating-point, but got 'tensor<4xi32>'}}
  %0 = quant.qcast %x : tensor<4xi32> to tensor<4x!quant.any<i8>>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = quant.qcast %x : tensor<4xf32> to tensor<5x!quant.any<i8>>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = quant.qcast %x : tensor<4xf32> to !quant.any<i8>
  return
}

// -----

func.func @f(%x: tensor<*xf32>) {
  // expected-error@+1 {{'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = quant.qcast %x : tensor<*xf32> to tensor<4x!quant.any<i8:f32>>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{expressed type in quantized type expected to match float type}}
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!quant.any<i8>>
  return
}

// -----

func.func @f(%x: tensor<4x!quant.any<i8:f32>>) {
  // expected-error@+1 {{expressed type in quantized type expected to match float type}}
  %0 = quant.dcast %x : tensor<4x!quant.any<i8:f32>> to tensor<4xf64>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@+1 {{scalar types may not use per-axis quantization}}
  %0 = quant.qcast %x : f32 to !quant.uniform<i8:f32:0, {1.0}>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{quantized dimension must be less than tensor rank}}
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32:1, {1.0}>>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{quantized dimension size does not match number of scales}}
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32:0, {1.0}>>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@+1 {{scalar types may not use sub-channel quantization}}
  %0 = quant.qcast %x : f32 to !quant.uniform<i8:f32:{}, {1.0}>
  return
}

// -----

func.func @f(%x: tensor<*xf32>) {
  // expected-error@+1 {{tensor containing the sub-channel quantized type must be ranked}}
  %0 = quant.qcast %x : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32:{3:2}, {1.0}>>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error@+1 {{Rank of scales 1 must match the rank of the tensor 2}}
  %0 = quant.qcast %x : tensor<4x4xf32> to tensor<4x4x!quant.uniform<i8:f32:{0:1, 1:2}, {1.0}>>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error@+1 {{tensor dimension size 4 at axis 0 must be divisible by the corresponding block size 3}}
  %0 = quant.qcast %x : tensor<4x4xf32> to tensor<4x4x!quant.uniform<i8:f32:{0:3, 1:2}, {{1.0}}>>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error@+1 {{dimension size 2 of scales tensor at axis 0 should match (tensor dimension at axis / block sizes at axis) = 2}}
  %0 = quant.qcast %x : tensor<4x4xf32> to tensor<4x4x!quant.uniform<i8:f32:{0:2, 1:2}, {{1.0}}>>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error@+1 {{quantized dimension 2 must be less than tensor rank 2}}
  %0 = quant.qcast %x : tensor<4x4xf32> to tensor<4x4x!quant.uniform<i8:f32:{0:2, 2:2}, {{1.0}}>>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'quant.scast' op operand #0 must be scalar or tensor of signless integer or quantized type, but got 'tensor<4xf32>'}}
  %0 = quant.scast %x : tensor<4xf32> to tensor<4x!quant.any<i8>>
  return
}

// -----

func.func @f(%x: tensor<4xi8>) {
  // expected-error@+1 {{'quant.scast' op failed to verify that input must be integer and result must be quantized, or vice versa}}
  %0 = quant.scast %x : tensor<4xi8> to tensor<4xi8>
  return
}

// -----

func.func @f(%x: tensor<4xi16>) {
  // expected-error@+1 {{storage type in quantized type expected to match integer type}}
  %0 = quant.scast %x : tensor<4xi16> to tensor<4x!quant.any<i8>>
  return
}
