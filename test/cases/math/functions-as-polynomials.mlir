// RUN: rmlir-opt %s --test-math-polynomial-approximation

func.func @scalars(%x: f32) -> (f32, f32) {
  %0 = math.tanh %x : f32
  %1 = math.log2 %x : f32
  return %0, %1 : f32, f32
}

func.func @vectors(%x: vector<4xf32>, %y: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %0 = math.exp %x : vector<4xf32>
  %1 = math.atan2 %x, %y : vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}

// Computed in f32.
func.func @small(%x: f16) -> f16 {
  %0 = math.sin %x : f16
  return %0 : f16
}

// There are no polynomials for doubles.
func.func @large(%x: f64) -> f64 {
  %0 = math.sin %x : f64
  return %0 : f64
}

// DIFFERS: polynomials are approximations
