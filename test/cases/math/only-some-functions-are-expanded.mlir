// RUN: rmlir-opt %s --math-expand-ops=ops=tan,rsqrt

func.func @f(%x: f32) -> (f32, f32, f32) {
  %0 = math.tan %x : f32
  %1 = math.rsqrt %x : f32
  %2 = math.tanh %x : f32
  return %0, %1, %2 : f32, f32, f32
}

// DIFFERS: expansions are approximations
