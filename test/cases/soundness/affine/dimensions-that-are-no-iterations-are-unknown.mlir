// RUN: rmlir-opt %s --affine-super-vectorize=virtual-vector-size=4 --verify-semantics=20
// RUN: rmlir-opt %s --affine-parallelize --verify-semantics=20
// RUN: rmlir-opt %s --affine-loop-fusion --verify-semantics=20
// RUN: rmlir-opt %s --affine-scalrep --verify-semantics=20
// RUN: rmlir-opt %s --affine-loop-tile=tile-size=3 --verify-semantics=20

// Results of affine.delinearize_index are valid dimensions: accesses by them have values that change from one iteration to
// the next, and take part in dependences.

func.func @broadcast(%m: memref<2x4xi32>) {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 8 {
    %0 = affine.load %m[%c1, %c2] : memref<2x4xi32>
    %1:2 = affine.delinearize_index %i into (2, 4) : index, index
    affine.store %0, %m[%1#0, %1#1] : memref<2x4xi32>
  }
  return
}

func.func @shifted(%m: memref<2x5xi32>) {
  affine.for %i = 0 to 8 {
    %0:2 = affine.delinearize_index %i into (2, 4) : index, index
    %1 = affine.load %m[%0#0, %0#1] : memref<2x5xi32>
    affine.store %1, %m[%0#0, %0#1 + 1] : memref<2x5xi32>
  }
  return
}

func.func @diagonal(%m: memref<4x4xf32>, %v: f32) {
  affine.for %i = 0 to 8 {
    %0:2 = affine.delinearize_index %i into (2, 4) : index, index
    affine.store %v, %m[%0#1, %0#1] : memref<4x4xf32>
    %1 = affine.load %m[%0#0, %0#1] : memref<4x4xf32>
    affine.store %1, %m[%0#0 + 1, %0#1] : memref<4x4xf32>
  }
  return
}

func.func @two_loops(%m: memref<2x4xi32>, %n: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %0:2 = affine.delinearize_index %i into (2, 4) : index, index
    %1 = affine.load %n[%i] : memref<8xi32>
    affine.store %1, %m[%0#0, %0#1] : memref<2x4xi32>
  }
  affine.for %i = 0 to 8 {
    %0:2 = affine.delinearize_index %i into (4, 2) : index, index
    %1 = affine.load %m[%0#1, %0#0] : memref<2x4xi32>
    affine.store %1, %n[%i] : memref<8xi32>
  }
  return
}
