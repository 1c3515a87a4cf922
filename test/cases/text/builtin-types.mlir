// RUN: rmlir-opt %s --allow-unregistered-dialect

"x.types"() {
  a = i1, b = si8, c = ui16, d = index, e = f32, f = bf16, g = f8E4M3FN, h = tf32, i = none,
  j = () -> (), k = (i32, f32) -> (i1, i1), l = tuple<i32, tuple<>>, m = complex<f64>,
  n = vector<4xi32>, o = vector<[4]x2xf32>, p = tensor<2x?xf32>, q = tensor<*xi8>, r = tensor<3xi4, "encoding">,
  s = memref<2x?xf32, strided<[?, 1], offset: 3>>, t = memref<*xf32, 1>, u = memref<4xi8, affine_map<(d0) -> (d0 * 2)>>,
  v = !x.opaque<"any <text>">, w = (i32) -> ((i32) -> i32)
} : () -> ()
