// RUN: rmlir-opt %s --split-input-file --verify-diagnostics

// Sums of offsets and sizes that do not fit in 64 bits are out of bounds, as others are.

func.func @insert(%a: vector<2x4xf32>, %b: vector<4x4xf32>) -> vector<4x4xf32> {
  // expected-error @+1 {{expected offsets dimension 0 to be confined to [0, 4)}}
  %0 = vector.insert_strided_slice %a, %b {offsets = [9223372036854775807, 0], strides = [1, 1]} : vector<2x4xf32> into vector<4x4xf32>
  return %0 : vector<4x4xf32>
}

// -----

func.func @insert_into_large(%a: vector<9223372036854775807xi1>, %b: vector<9223372036854775807xi1>) -> vector<9223372036854775807xi1> {
  // expected-error @+1 {{expected sum(offsets, source vector shape) dimension 0 to be confined to [1, 9223372036854775808)}}
  %0 = vector.insert_strided_slice %a, %b {offsets = [9223372036854775806], strides = [1]} : vector<9223372036854775807xi1> into vector<9223372036854775807xi1>
  return %0 : vector<9223372036854775807xi1>
}

// -----

func.func @extract(%a: vector<4x4xf32>) -> vector<2x4xf32> {
  // expected-error @+1 {{expected sizes dimension 0 to be confined to [1, 5)}}
  %0 = vector.extract_strided_slice %a {offsets = [2], sizes = [9223372036854775807], strides = [1]} : vector<4x4xf32> to vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// -----

func.func @extract_from_large(%a: vector<9223372036854775807xi1>) -> vector<2xi1> {
  // expected-error @+1 {{expected sum(offsets, sizes) dimension 0 to be confined to [1, 9223372036854775808)}}
  %0 = vector.extract_strided_slice %a {offsets = [9223372036854775806], sizes = [2], strides = [1]} : vector<9223372036854775807xi1> to vector<2xi1>
  return %0 : vector<2xi1>
}

// -----

func.func @extract_all(%a: vector<9223372036854775807xi1>) -> vector<9223372036854775807xi1> {
  %0 = vector.extract_strided_slice %a {offsets = [0], sizes = [9223372036854775807], strides = [1]} : vector<9223372036854775807xi1> to vector<9223372036854775807xi1>
  return %0 : vector<9223372036854775807xi1>
}
