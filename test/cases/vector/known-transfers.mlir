// RUN: rmlir-opt %s --canonicalize

// Dimension 0 ends inside; of dimension 1 that is not known.
func.func @in_bounds(%m: memref<8x?xf32>, %i: index, %pad: f32) -> vector<4x4xf32> {
  %c4 = arith.constant 4 : index
  %0 = vector.transfer_read %m[%c4, %i], %pad : memref<8x?xf32>, vector<4x4xf32>
  return %0 : vector<4x4xf32>
}

func.func @read_back(%t: tensor<4x4xf32>, %v: vector<1x4xf32>, %w: vector<1x4xf32>, %pad: f32) -> vector<1x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = vector.transfer_write %v, %t[%c1, %c0] : vector<1x4xf32>, tensor<4x4xf32>
  %1 = vector.transfer_write %w, %0[%c2, %c0] : vector<1x4xf32>, tensor<4x4xf32>
  %2 = vector.transfer_read %1[%c1, %c0], %pad : tensor<4x4xf32>, vector<1x4xf32>
  return %2 : vector<1x4xf32>
}

func.func @read_broadcast(%t: tensor<4x4x4xf32>, %v: vector<4x1xf32>, %pad: f32) -> vector<1x100x4x5xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0, %c0] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1, d2) -> (d2, d1)>} : vector<4x1xf32>, tensor<4x4x4xf32>
  %1 = vector.transfer_read %0[%c0, %c0, %c0], %pad {in_bounds = [true, true, true, true], permutation_map = affine_map<(d0, d1, d2) -> (d1, 0, d2, 0)>} : tensor<4x4x4xf32>, vector<1x100x4x5xf32>
  return %1 : vector<1x100x4x5xf32>
}
