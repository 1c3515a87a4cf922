// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --canonicalize

// Casts between numbers, quantized values and stored integers; two that undo each other are folded.

!per_tensor = !quant.uniform<i8<-100:100>:f32, 0.5:3>
!per_axis = !quant.uniform<u8:f32:1, {1.0, 2.0:3, 0.5}>
!per_block = !quant.uniform<i8:f32:{0:2}, {{1.0}, {2.0:1}}>

func.func @scalars(%x: f32, %q: !per_tensor) -> (!per_tensor, i8, f32) {
  %0 = quant.qcast %x {tag} : f32 to !per_tensor
  %1 = quant.scast %0 : !per_tensor to i8
  %2 = quant.dcast %q : !per_tensor to f32
  return %0, %1, %2 : !per_tensor, i8, f32
}

func.func @tensors(%x: tensor<4x3xf32>, %y: tensor<4x1xf32>, %z: tensor<*xf32>, %q: tensor<4x3x!per_axis>) -> (tensor<4x3x!per_axis>, tensor<4x3xf32>, tensor<4x1xi8>, tensor<*xi8>) {
  %0 = quant.qcast %x : tensor<4x3xf32> to tensor<4x3x!per_axis>
  %1 = quant.dcast %q : tensor<4x3x!per_axis> to tensor<4x3xf32>
  %2 = quant.qcast %y : tensor<4x1xf32> to tensor<4x1x!per_block>
  %3 = quant.scast %2 : tensor<4x1x!per_block> to tensor<4x1xi8>
  %4 = quant.qcast %z : tensor<*xf32> to tensor<*x!per_tensor>
  %5 = quant.scast %4 : tensor<*x!per_tensor> to tensor<*xi8>
  return %0, %1, %3, %5 : tensor<4x3x!per_axis>, tensor<4x3xf32>, tensor<4x1xi8>, tensor<*xi8>
}

func.func @storage(%x: tensor<2xi8>, %y: tensor<2x!per_tensor>) -> (tensor<2xi8>, tensor<2x!per_tensor>) {
  %0 = quant.scast %x : tensor<2xi8> to tensor<2x!per_tensor>
  %1 = quant.scast %0 : tensor<2x!per_tensor> to tensor<2xi8>
  %2 = quant.scast %y : tensor<2x!per_tensor> to tensor<2xi8>
  %3 = quant.scast %2 : tensor<2xi8> to tensor<2x!per_tensor>
  return %1, %3 : tensor<2xi8>, tensor<2x!per_tensor>
}
