// RUN: rmlir-opt %s --canonicalize

// The extract is found where the insert was, behind a transpose and an insert elsewhere.
func.func @extract_of_chain(%v: vector<2x3xf32>, %a: f32, %b: f32) -> f32 {
  %0 = vector.insert %a, %v[1, 2] : f32 into vector<2x3xf32>
  %1 = vector.insert %b, %0[0, 1] : f32 into vector<2x3xf32>
  %2 = vector.transpose %1, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %3 = vector.extract %2[2, 1] : f32 from vector<3x2xf32>
  return %3 : f32
}

func.func @extract_of_broadcast(%v: vector<3xf32>, %i: index) -> f32 {
  %0 = vector.broadcast %v : vector<3xf32> to vector<2x3xf32>
  %1 = vector.extract %0[1, %i] : f32 from vector<2x3xf32>
  return %1 : f32
}

func.func @constants() -> (i32, vector<3xi32>, vector<4xi32>, vector<2x2xi32>) {
  %cst = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi32>
  %pair = arith.constant dense<[7, 8]> : vector<2xi32>
  %c1 = arith.constant 1 : index
  %0 = vector.extract %cst[0, %c1] : i32 from vector<2x3xi32>
  %1 = vector.extract %cst[1] : vector<3xi32> from vector<2x3xi32>
  %2 = vector.shuffle %pair, %pair [0, 3, 1, 0] : vector<2xi32>, vector<2xi32>
  %3 = vector.extract_strided_slice %cst {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x3xi32> to vector<2x2xi32>
  return %0, %1, %2, %3 : i32, vector<3xi32>, vector<4xi32>, vector<2x2xi32>
}

func.func @poison(%v: vector<4xf32>) -> f32 {
  %0 = vector.extract %v[-1] : f32 from vector<4xf32>
  return %0 : f32
}

func.func @full_chain(%a: i32, %b: vector<2xi32>, %v: vector<2x2xi32>) -> vector<2x2xi32> {
  %0 = vector.insert %b, %v[1] : vector<2xi32> into vector<2x2xi32>
  %1 = vector.insert %a, %0[0, 0] : i32 into vector<2x2xi32>
  %2 = vector.insert %a, %1[0, 1] : i32 into vector<2x2xi32>
  return %2 : vector<2x2xi32>
}

func.func @shapes(%v: vector<1x4xf32>, %f: f32) -> (vector<4x1xf32>, vector<8x2xf32>) {
  %0 = vector.transpose %v, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
  %1 = vector.shape_cast %0 : vector<4x1xf32> to vector<2x2xf32>
  %2 = vector.shape_cast %1 : vector<2x2xf32> to vector<4x1xf32>
  %3 = vector.broadcast %f : f32 to vector<4x4xf32>
  %4 = vector.shape_cast %3 : vector<4x4xf32> to vector<8x2xf32>
  return %2, %4 : vector<4x1xf32>, vector<8x2xf32>
}
