// RUN: rmlir-opt %s --convert-vector-to-scf

// A dimension that may end outside of the memory is checked in the loop over it.
func.func @read(%m: memref<?x?xf32>, %i: index, %pad: f32) -> vector<3x8xf32> {
  %0 = vector.transfer_read %m[%i, %i], %pad : memref<?x?xf32>, vector<3x8xf32>
  return %0 : vector<3x8xf32>
}
