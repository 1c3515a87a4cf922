// The bits of the last dimension are more than can be counted.
// RUN: rmlir-opt %s

func.func @f(%m: memref<?xvector<9223372036854775807xf32>>, %i: index, %v: vector<9223372036854775807xf32>) -> vector<2x9223372036854775807xf32> {
  %0 = vector.transfer_read %m[%i], %v : memref<?xvector<9223372036854775807xf32>>, vector<2x9223372036854775807xf32>
  return %0 : vector<2x9223372036854775807xf32>
}
