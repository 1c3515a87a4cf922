// What the operations refuse.
// RUN: rmlir-opt %s --split-input-file --verify-diagnostics

func.func @shapes(%a: tensor<4x8xf32>, %b: tensor<9x16xf32>, %c: tensor<4x16xf32>) {
  // expected-error @below {{inferred input/output operand #1 has shape's dimension #0 to be 8, but found 9}}
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<9x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @mixed(%a: tensor<4xf32>, %b: memref<4xf32>) {
  // expected-error @below {{expected to have pure tensor or buffer semantics}}
  linalg.copy ins(%a : tensor<4xf32>) outs(%b : memref<4xf32>)
  return
}

// -----

func.func @fill(%x: f64, %a: memref<4xf32>) {
  // expected-error @below {{expected fill value type ('f64') to match output element type ('f32')}}
  linalg.fill ins(%x : f64) outs(%a : memref<4xf32>)
  return
}

// -----

func.func @yield(%a: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%a : memref<4xf32>) {
  ^bb0(%x: f32):
    // expected-error @below {{expected number of yield values (0) to match the number of inits / outs operands of the enclosing LinalgOp (1)}}
    linalg.yield
  }
  return
}

// -----

func.func @permutation(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) {
  // expected-error @below {{dim(result, 0) = 4 doesn't match dim(input, permutation[0]) = 8}}
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) permutation = [1, 0]
  return
}

// -----

func.func @tiles(%a: tensor<10xf32>, %b: tensor<3x4xf32>) {
  // expected-error @below {{invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set}}
  %0 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [4] into %b : tensor<10xf32> -> tensor<3x4xf32>
  return
}
