// RUN: rmlir-opt %s --verify-roundtrip

#map = affine_map<(d0) -> (d0)>
func.func @f(%a: i32 {a.b = #map}) -> (i32 {c.d}) {
  return %a : i32
}
