// Functions of the C library are computed and are no effects, whatever they are called by.
// RUN: rmlir-opt %s --convert-math-to-libm --verify-semantics
// RUN: rmlir-opt %s --convert-math-to-libm --convert-func-to-llvm --verify-semantics -o /dev/null

func.func @fma_f32(%a: f32, %b: f32, %c: f32) -> f32 {
  %r = math.fma %a, %b, %c : f32
  return %r : f32
}
func.func @fma_f64(%a: f64, %b: f64, %c: f64) -> f64 {
  %r = math.fma %a, %b, %c : f64
  return %r : f64
}
func.func @fma_vector(%a: vector<3xf32>, %b: vector<3xf32>, %c: vector<3xf32>) -> vector<3xf32> {
  %r = math.fma %a, %b, %c : vector<3xf32>
  return %r : vector<3xf32>
}
func.func @reciprocal_roots(%a: f32, %b: f64) -> (f32, f64) {
  %r = math.rsqrt %a : f32
  %s = math.rsqrt %b : f64
  return %r, %s : f32, f64
}
func.func private @copysignf(f32, f32) -> f32
func.func private @fmax(f64, f64) -> f64
func.func @called_once_or_twice(%a: f32, %b: f32, %c: f64, %d: f64) -> (f32, f64) {
  %r = func.call @copysignf(%a, %b) : (f32, f32) -> f32
  %s = func.call @fmax(%c, %d) : (f64, f64) -> f64
  return %r, %s : f32, f64
}
