// RUN: rmlir-opt %s --allow-unregistered-dialect

"x.attrs"() {
  a = 1 : i32, b = -7, c = true, d = 0x1F : i8, e = 1.5, f = 0x7F800000 : f32, g = 1.0e10 : f64, h = "a\0Ab\"",
  i = [1, [2 : i8], {}], j = {k = unit, l = "x"}, m = unit, n = @sym, o = @a::@b::@"c d", p = i32,
  q = array<i32: 1, -2>, r = array<i1: true, false>, s = array<f32>, t = #x.opaque<"text">,
  u = affine_map<(d0, d1)[s0] -> (d0 + s0, d1 floordiv 2)>, v = affine_set<(d0) : (d0 - 1 >= 0, d0 == 0)>,
  w = loc("a":1:2), x = "typed" : !x.t, y = index, z = distinct[0]<"d">
} : () -> ()
