// RUN: rmlir-opt %s --split-input-file

func.func @f() -> complex<f32> {
  %0 = complex.constant [1.0 : f32] : complex<f32>
  return %0 : complex<f32>
}

// -----

func.func @f() -> complex<f32> {
  %0 = complex.constant [1.0 : f32, "x"] : complex<f32>
  return %0 : complex<f32>
}

// -----

func.func @f() -> complex<f32> {
  %0 = complex.constant [1.0 : f32, 2.0 : f64] : complex<f32>
  return %0 : complex<f32>
}

// -----

func.func @f(%a: complex<i32>) -> complex<i32> {
  %0 = complex.add %a, %a : complex<i32>
  return %0 : complex<i32>
}

// -----

func.func @f(%a: f32) -> complex<f64> {
  %0 = "complex.create"(%a, %a) : (f32, f32) -> complex<f64>
  return %0 : complex<f64>
}

// -----

func.func @f(%a: complex<f32>) -> f64 {
  %0 = "complex.re"(%a) : (complex<f32>) -> f64
  return %0 : f64
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f64>) -> i1 {
  %0 = "complex.eq"(%a, %b) : (complex<f32>, complex<f64>) -> i1
  return %0 : i1
}

// -----

func.func @f(%a: i32) -> i32 {
  %0 = complex.bitcast %a : i32 to f32
  return %a : i32
}

// -----

func.func @f(%a: complex<f32>) -> i32 {
  %0 = complex.bitcast %a : complex<f32> to i32
  return %0 : i32
}

// -----

func.func @f(%a: index) -> complex<f32> {
  %0 = complex.bitcast %a : index to complex<f32>
  return %0 : complex<f32>
}
