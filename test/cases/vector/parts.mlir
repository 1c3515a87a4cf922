// RUN: rmlir-opt %s

func.func @positions(%v: vector<4x8x16xf32>, %i: index, %part: vector<16xf32>, %f: f32) -> f32 {
  %0 = vector.extract %v[3] : vector<8x16xf32> from vector<4x8x16xf32>
  %1 = vector.extract %v[2, %i] : vector<16xf32> from vector<4x8x16xf32>
  %2 = vector.extract %v[-1, %i, 3] : f32 from vector<4x8x16xf32>
  %3 = vector.insert %part, %v[%i, 1] : vector<16xf32> into vector<4x8x16xf32>
  %4 = vector.insert %f, %3[0, 1, 2] : f32 into vector<4x8x16xf32>
  return %2 : f32
}

func.func @rank_0(%v: vector<f32>, %f: f32) -> vector<f32> {
  %0 = vector.extract %v[] : f32 from vector<f32>
  %1 = vector.insert %0, %v[] : f32 into vector<f32>
  return %1 : vector<f32>
}

func.func @elements(%v: vector<1x2xf32>) -> vector<2x1xf32> {
  %0:2 = vector.to_elements %v : vector<1x2xf32>
  %1 = vector.from_elements %0#1, %0#0 : vector<2x1xf32>
  return %1 : vector<2x1xf32>
}

func.func @slices(%v: vector<4x8x16xf32>, %s: vector<[16]xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8x16xf32> to vector<2x4x16xf32>
  %1 = vector.insert_strided_slice %0, %v {offsets = [2, 2, 0], strides = [1, 1, 1]} : vector<2x4x16xf32> into vector<4x8x16xf32>
  %2 = vector.scalable.extract %s[8] : vector<4xf32> from vector<[16]xf32>
  %3 = vector.scalable.insert %2, %s[4] : vector<4xf32> into vector<[16]xf32>
  return
}
