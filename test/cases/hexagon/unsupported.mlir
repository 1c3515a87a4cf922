// What has no instructions is an error at the operation.
// RUN: rmlir-translate --to-hexagon --verify-diagnostics --split-input-file %s

// expected-error @below {{Hexagon cannot return these types}}
func.func @wide(%a: i128) -> i128 {
  return %a : i128
}

// -----

func.func @root(%a: f32) -> f32 {
  // expected-error @below {{'math.rsqrt' on these types has no Hexagon instructions}}
  %r = math.rsqrt %a : f32
  return %r : f32
}

// -----

func.func @size(%x: memref<?xi32>) -> index {
  %c0 = arith.constant 0 : index
  // expected-error @below {{a function does not know the first size of a memref on Hexagon}}
  %s = memref.dim %x, %c0 : memref<?xi32>
  return %s : index
}

// -----

module {
  // expected-error @below {{expected functions and variables: a Hexagon program has nothing else here}}
  module {
  }
}

// -----

// expected-error @below {{Hexagon code has no variables of type memref<4xf16>}}
memref.global @data : memref<4xf16> = uninitialized

// -----

func.func @either(%c: i1, %x: memref<4x?xi32>, %y: memref<4x?xi32>, %at: index) -> i32 {
  %m = arith.select %c, %x, %y : memref<4x?xi32>
  // expected-error @below {{Hexagon code passes memrefs between blocks only if their types have all strides}}
  %v = memref.load %m[%at, %at] : memref<4x?xi32>
  return %v : i32
}

// -----

func.func private @other(memref<4xi32, strided<[?]>>)

func.func @passes(%x: memref<16xi32>, %by: index) {
  %view = memref.subview %x[0] [4] [%by] : memref<16xi32> to memref<4xi32, strided<[?]>>
  // expected-error @below {{Hexagon code passes no arguments of type memref<4xi32, strided<[?]>>}}
  func.call @other(%view) : (memref<4xi32, strided<[?]>>) -> ()
  return
}
