// RUN: rmlir-opt %s --math-extend-to-supported-types
// RUN: rmlir-opt %s --math-extend-to-supported-types='extra-types=f16 target-type=f64'

func.func @f(%h: f16, %b: vector<2xbf16>) -> (f16, vector<2xbf16>) {
  %0 = math.exp %h : f16
  %1 = math.powf %b, %b : vector<2xbf16>
  return %0, %1 : f16, vector<2xbf16>
}
