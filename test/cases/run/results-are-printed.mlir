// RUN: rmlir-run %s --entry scale --args '[[1.0, 2.0], [3.0, 4.0]]' 2.5 --print-arguments
// RUN: rmlir-run %s --entry sum --args 3 -5

func.func @scale(%m: memref<2x2xf32>, %by: f32) -> vector<2xf32> {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      %0 = affine.load %m[%i, %j] : memref<2x2xf32>
      %1 = arith.mulf %0, %by : f32
      affine.store %1, %m[%i, %j] : memref<2x2xf32>
    }
  }
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %row = vector.load %m[%c1, %c0] : memref<2x2xf32>, vector<2xf32>
  return %row : vector<2xf32>
}

func.func @sum(%a: i8, %b: i8) -> (i8, i1) {
  %0 = arith.addi %a, %b : i8
  %1 = arith.cmpi ult, %a, %b : i8
  return %0, %1 : i8, i1
}
