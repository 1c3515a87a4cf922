// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(convert-pvec-to-vector))'

// What is said of a scalar function, and calls of its variants.

func.func @scale(%x: f32, %n: i32 {pvec.clause = #pvec.uniform}, %i: index {pvec.clause = #pvec.linear<1>}) -> f32
    attributes {pvec.function = #pvec.function<8, both>} {
  return %x : f32
}

func.func @scale_8(%x: vector<8xf32>, %n: i32, %i: index) -> vector<8xf32> {
  return %x : vector<8xf32>
}

func.func @scale_8_masked(%x: vector<8xf32>, %n: i32, %i: index, %m: !pvec.mask<8>) -> vector<8xf32> {
  %z = arith.constant dense<0.0> : vector<8xf32>
  %r = pvec.select %m, %x, %z : !pvec.mask<8>, vector<8xf32>
  return %r : vector<8xf32>
}

func.func @calls(%x: vector<8xf32>, %n: i32, %i: index, %m: !pvec.mask<8>) -> vector<8xf32> {
  %a = pvec.call @scale_8(%x, %n, %i) : (vector<8xf32>, i32, index) -> vector<8xf32>
  %b = pvec.call @scale_8_masked(%a, %n, %i) if %m : (vector<8xf32>, i32, index) -> vector<8xf32>, !pvec.mask<8>
  return %b : vector<8xf32>
}
