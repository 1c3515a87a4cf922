// What has no instructions is an error at the operation.
// RUN: rmlir-translate --to-hexagon --verify-diagnostics --split-input-file %s

// expected-error @below {{Hexagon cannot return these types}}
func.func @wide(%a: i128) -> i128 {
  return %a : i128
}

// -----

func.func @product(%a: f64, %b: f64) -> f64 {
  // expected-error @below {{'arith.mulf' on these types has no Hexagon instructions}}
  %p = arith.mulf %a, %b : f64
  return %p : f64
}

// -----

func.func @size(%x: memref<?xi32>) -> index {
  %c0 = arith.constant 0 : index
  // expected-error @below {{a function does not know the first size of a memref on Hexagon}}
  %s = memref.dim %x, %c0 : memref<?xi32>
  return %s : index
}

// -----

// expected-error @below {{expected functions only: a Hexagon program has nothing else here}}
memref.global @data : memref<4xi32>
