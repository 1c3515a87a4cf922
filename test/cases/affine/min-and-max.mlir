// RUN: rmlir-opt %s --allow-unregistered-dialect --canonicalize

// Minima of minima are one, with each result once and in order.

func.func @f(%a: index, %b: index) {
  %0 = affine.min affine_map<()[s0] -> (s0 + 16, s0 * 8)>()[%a]
  %1 = affine.min affine_map<(d0)[s0] -> (s0 + 4, d0, s0 + 4)>(%0)[%b]
  %2 = affine.max affine_map<(d0) -> (d0 + 1)>(%a)
  %3 = affine.max affine_map<(d0, d1) -> (d1 * 3, 7, d0)>(%a, %b)
  %c5 = arith.constant 5 : index
  %4 = affine.min affine_map<(d0) -> (d0 * 2, 9)>(%c5)
  "x"(%1, %2, %3, %4) : (index, index, index, index) -> ()
  return
}
