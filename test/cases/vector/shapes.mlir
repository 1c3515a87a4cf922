// RUN: rmlir-opt %s

func.func @broadcasts(%scalar: f32, %row: vector<4xf32>, %column: vector<3x1xf32>, %scalable: vector<1x[4]xf32>) {
  %0 = vector.broadcast %scalar : f32 to vector<4xf32>
  %1 = vector.broadcast %scalar : f32 to vector<f32>
  %2 = vector.broadcast %row : vector<4xf32> to vector<3x4xf32>
  %3 = vector.broadcast %column : vector<3x1xf32> to vector<2x3x4xf32>
  %4 = vector.broadcast %scalable : vector<1x[4]xf32> to vector<5x[4]xf32>
  return
}

func.func @casts(%v: vector<5x1x4x3xf32>, %m: memref<5x4x3xf32>) {
  %0 = vector.shape_cast %v : vector<5x1x4x3xf32> to vector<20x3xf32>
  %1 = vector.bitcast %v : vector<5x1x4x3xf32> to vector<5x1x4x6xi16>
  %2 = vector.type_cast %m : memref<5x4x3xf32> to memref<vector<5x4x3xf32>>
  return
}

func.func @orders(%v: vector<2x[3]xf32>, %a: vector<2xi8>, %b: vector<3xi8>, %c: vector<i8>) {
  %0 = vector.transpose %v, [1, 0] : vector<2x[3]xf32> to vector<[3]x2xf32>
  %1 = vector.shuffle %a, %b [0, 4, -1] : vector<2xi8>, vector<3xi8>
  %2 = vector.shuffle %c, %c [1, 0] : vector<i8>, vector<i8>
  %3 = vector.interleave %v, %v : vector<2x[3]xf32> -> vector<2x[6]xf32>
  %4 = vector.interleave %c, %c : vector<i8> -> vector<2xi8>
  %5, %6 = vector.deinterleave %a : vector<2xi8> -> vector<1xi8>
  return
}
