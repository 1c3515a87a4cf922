// RUN: rmlir-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(wfv)'
// What cannot be made for lanes is said where it stands.

func.func @buffers(%x: i1, %a: memref<4xf32>, %b: memref<4xf32>) -> f32 attributes {pvec.function = #pvec.function<4, both>} {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'arith.select' op gives each lane something that vectors do not hold}}
  %c = arith.select %x, %a, %b : memref<4xf32>
  %r = memref.load %c[%c0] : memref<4xf32>
  return %r : f32
}

// -----

// expected-error @below {{'func.func' op gives something that vectors do not hold}}
func.func @result(%a: memref<4xf32>) -> memref<4xf32> attributes {pvec.function = #pvec.function<4, both>} {
  return %a : memref<4xf32>
}
