// RUN: rmlir-opt %s --canonicalize

func.func @full(%m: memref<?xf32>, %i: index, %pass: vector<4xf32>, %v: vector<4xf32>) -> (vector<4xf32>, f32) {
  %c9 = arith.constant 9 : index
  %mask = vector.create_mask %c9 : vector<4xi1>
  %0 = vector.maskedload %m[%i], %mask, %pass : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.mask %mask { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0, %1 : vector<4xf32>, f32
}

func.func @empty(%m: memref<?xf32>, %i: index, %v: vector<4xf32>) {
  %c-1 = arith.constant -1 : index
  %mask = vector.create_mask %c-1 : vector<4xi1>
  vector.maskedstore %m[%i], %mask, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return
}

// All of a scalable dimension is as much as a multiple of the vector scale says.
func.func @scalable() -> vector<3x[4]xi1> {
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %vscale = vector.vscale
  %n = arith.muli %vscale, %c4 : index
  %mask = vector.create_mask %c2, %n : vector<3x[4]xi1>
  return %mask : vector<3x[4]xi1>
}

func.func @part(%n: index) -> (vector<4xi1>, vector<2xi1>) {
  %c2 = arith.constant 2 : index
  %mask = vector.create_mask %c2, %n : vector<3x4xi1>
  %0 = vector.extract %mask[1] : vector<4xi1> from vector<3x4xi1>
  %1 = vector.create_mask %n : vector<8xi1>
  %2 = vector.extract_strided_slice %1 {offsets = [6], sizes = [2], strides = [1]} : vector<8xi1> to vector<2xi1>
  return %0, %2 : vector<4xi1>, vector<2xi1>
}
