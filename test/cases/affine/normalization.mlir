// RUN: rmlir-opt %s --allow-unregistered-dialect --affine-loop-normalize
// RUN: rmlir-opt %s --allow-unregistered-dialect --affine-loop-normalize=promote-single-iter=1

// Loops start from 0 in steps of 1; what runs once is no loop, if wanted.

func.func @loops(%n: index) {
  affine.for %i = 2 to %n step 4 {
    "x"(%i) : (index) -> ()
  }
  affine.for %i = affine_map<(d0) -> (d0 + 1)>(%n) to affine_map<(d0) -> (d0 + 2)>(%n) {
    "x"(%i) : (index) -> ()
  }
  affine.for %i = 7 to 8 {
    "x"(%i) : (index) -> ()
  }
  affine.parallel (%i, %j) = (3, %n) to (%n, 100) step (2, 1) {
    "x"(%i, %j) : (index, index) -> ()
  }
  return
}
