// RUN: rmlir-opt %s --convert-vector-to-scf

// Elements of a column are not next to each other.
func.func @column(%m: memref<4x?xf32>, %i: index, %pad: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %pad {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<4x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
