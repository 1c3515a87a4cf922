// What the operations refuse.
// RUN: rmlir-opt %s --split-input-file --verify-diagnostics

func.func @cast(%t: tensor<4xf32>) {
  // expected-error @below {{operand type 'tensor<4xf32>' and result type 'tensor<5xf32>' are cast incompatible}}
  %0 = tensor.cast %t : tensor<4xf32> to tensor<5xf32>
  return
}

// -----

func.func @empty(%n: index) {
  // expected-error @below {{incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = tensor.empty(%n) : tensor<4xf32>
  return
}

// -----

func.func @slice(%t: tensor<4xf32>) {
  // expected-error @below {{slice along dimension 0 runs out-of-bounds: 4 >= 4}}
  %0 = tensor.extract_slice %t[1] [4] [1] : tensor<4xf32> to tensor<4xf32>
  return
}

// -----

func.func @groups(%t: tensor<4x5xf32>) {
  // expected-error @below {{expected dimension 0 of collapsed type to be static value of 20}}
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<4x5xf32> into tensor<9xf32>
  return
}

// -----

func.func @concat(%a: tensor<4x5xf32>, %b: tensor<4x6xf32>) {
  // expected-error @below {{static concatenation size mismatch along non-concatenated dimension 1}}
  %0 = tensor.concat dim(0) %a, %b : (tensor<4x5xf32>, tensor<4x6xf32>) -> tensor<8x5xf32>
  return
}
