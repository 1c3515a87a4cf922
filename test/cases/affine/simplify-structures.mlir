// RUN: rmlir-opt %s --allow-unregistered-dialect --affine-simplify-structures

// Maps and sets are simplified wherever they are attributes.

func.func @f(%n: index) {
  "x"() {map = affine_map<(d0) -> ((d0 * 6) floordiv 3 + d0 - d0)>} : () -> ()
  affine.for %i = 0 to affine_map<()[s0] -> ((s0 * 4) floordiv 4)>()[%n] {
    affine.if affine_set<(d0) : (d0 * 2 - 20 >= 0, d0 - 5 >= 0, -d0 + 4 >= 0)>(%i) {
      "y"(%i) : (index) -> ()
    }
  }
  return
}
