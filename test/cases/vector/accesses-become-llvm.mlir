// RUN: rmlir-opt %s --convert-vector-to-llvm

// What may leave the memory gets a mask.
func.func @read(%m: memref<?xf32>, %i: index, %pad: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i], %pad : memref<?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @gather(%m: memref<?xi16>, %i: index, %v: vector<4xi32>, %mask: vector<4xi1>, %pass: vector<4xi16>) -> vector<4xi16> {
  %0 = vector.gather %m[%i][%v], %mask, %pass : memref<?xi16>, vector<4xi32>, vector<4xi1>, vector<4xi16> into vector<4xi16>
  return %0 : vector<4xi16>
}
