// RUN: rmlir-opt %s --lower-vector-mask

func.func @masked(%mask: vector<4xi1>, %v: vector<4xf32>, %m: memref<?xf32>, %i: index, %pad: f32) -> vector<4xf32> {
  %0 = vector.mask %mask { vector.transfer_read %m[%i], %pad : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %mask { vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<?xf32> } : vector<4xi1>
  return %0 : vector<4xf32>
}
