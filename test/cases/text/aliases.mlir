// RUN: rmlir-opt %s --allow-unregistered-dialect

// Aliases are expanded; maps, sets and long tuples get aliases of their own.
#map = affine_map<(d0) -> (d0 + 1)>
#name = "text"
!int = i32
!tuple = tuple<!int, !int>
"x.aliases"() {a = #map, b = #name, c = !int, d = !tuple, e = affine_map<(d0) -> (d0 - 1)>, f = affine_set<(d0) : (d0 >= 0)>}
  : () -> ()
