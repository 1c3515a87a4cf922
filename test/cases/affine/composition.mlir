// RUN: rmlir-opt %s --allow-unregistered-dialect --canonicalize

// What makes an operand of a map becomes part of the map; operands are there
// once, constants not at all, and symbols where they can be.

func.func @chain(%n: index, %m: memref<?xf32>) {
  %c4 = arith.constant 4 : index
  affine.for %i = 0 to %n {
    %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %c4)
    %1 = affine.apply affine_map<(d0, d1)[s0] -> (d0 + d1 * 2 + s0 - 4)>(%0, %i)[%n]
    %2 = affine.load %m[%1 floordiv 2] : memref<?xf32>
    "x"(%2) : (f32) -> ()
  }
  return
}

func.func @bounds(%n: index) {
  %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%n)
  %1 = affine.apply affine_map<(d0) -> (d0 * 2)>(%0)
  affine.for %i = affine_map<(d0) -> (d0)>(%0) to min affine_map<(d0, d1) -> (d0, d1 + d0, d0)>(%1, %n) {
    "x"(%i) : (index) -> ()
  }
  affine.parallel (%i) = (%0) to (%1) {
    "x"(%i) : (index) -> ()
  }
  return
}

func.func @undone(%n: index) {
  %0:3 = affine.delinearize_index %n into (4, 8) : index, index, index
  %1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 32 + d1 * 8 + d2 + 5)>(%0#0, %0#1, %0#2)
  "x"(%1) : (index) -> ()
  return
}
