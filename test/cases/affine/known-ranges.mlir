// RUN: rmlir-opt %s --allow-unregistered-dialect --canonicalize

// Divisions, remainders, minima and maxima of loop variables with known ranges.

func.func @quotients() {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 64 step 8 {
      %0 = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%i)
      %1 = affine.apply affine_map<(d0) -> (d0 mod 4)>(%i)
      %2 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) floordiv 8)>(%i, %j)
      %3 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 8)>(%i, %j)
      %4 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%j)
      %5 = affine.apply affine_map<(d0) -> ((d0 + 1) ceildiv 8)>(%i)
      "x"(%0, %1, %2, %3, %4, %5) : (index, index, index, index, index, index) -> ()
    }
  }
  return
}

func.func @bounds() {
  affine.for %i = 0 to 8 {
    affine.for %j = max affine_map<(d0) -> (d0, -1)>(%i) to min affine_map<(d0) -> (d0 + 4, 20)>(%i) {
      "x"(%j) : (index) -> ()
    }
  }
  return
}
