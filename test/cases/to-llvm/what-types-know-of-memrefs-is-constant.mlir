// RUN: rmlir-opt %s --convert-to-llvm
// RUN: rmlir-opt %s --convert-arith-to-llvm
// RUN: rmlir-opt %s --canonicalize

func.func @metadata(%m: memref<4x?xf32, strided<[16, 1], offset: 3>>) -> (index, index, index, index, index) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m
    : memref<4x?xf32, strided<[16, 1], offset: 3>> -> memref<f32>, index, index, index, index, index
  return %offset, %sizes#0, %sizes#1, %strides#0, %strides#1 : index, index, index, index, index
}

// Nothing is masked by a mask whose bits are all set.
func.func @unmasked(%t: tensor<3x4xf32>) -> vector<3x4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %all = vector.constant_mask [3, 4] : vector<3x4xi1>
  %read = vector.mask %all { vector.transfer_read %t[%c0, %c0], %zero : tensor<3x4xf32>, vector<3x4xf32> }
    : vector<3x4xi1> -> vector<3x4xf32>
  return %read : vector<3x4xf32>
}
