// RUN: rmlir-opt %s

// What is written nowhere: minor identity maps, and `in_bounds` that says nothing.
func.func @transfers(%m: memref<?x?xf32>, %t: tensor<4x?xf32>, %i: index, %pad: f32, %mask: vector<5xi1>) -> tensor<4x?xf32> {
  %0 = vector.transfer_read %m[%i, %i], %pad : memref<?x?xf32>, vector<128xf32>
  %1 = vector.transfer_read %m[%i, %i], %pad {in_bounds = [false, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<3x4xf32>
  %2 = vector.transfer_read %t[%i, %i], %pad, %mask {permutation_map = affine_map<(d0, d1) -> (0, d1)>, in_bounds = [true, false]} : tensor<4x?xf32>, vector<4x5xf32>
  vector.transfer_write %0, %m[%i, %i] {in_bounds = [false]} : vector<128xf32>, memref<?x?xf32>
  %3 = vector.transfer_write %1, %t[%i, %i] {permutation_map = affine_map<(d0, d1) -> (d0, d1)>} : vector<3x4xf32>, tensor<4x?xf32>
  return %3 : tensor<4x?xf32>
}

func.func @rank_0(%m: memref<f32>, %pad: f32, %v: vector<f32>) {
  %0 = vector.transfer_read %m[], %pad : memref<f32>, vector<f32>
  %1 = vector.transfer_read %m[], %pad {permutation_map = affine_map<() -> (0)>} : memref<f32>, vector<1xf32>
  vector.transfer_write %0, %m[] : vector<f32>, memref<f32>
  return
}

func.func @vector_elements(%m: memref<?xvector<4xf32>>, %i: index, %pad: vector<4xf32>) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i], %pad : memref<?xvector<4xf32>>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
