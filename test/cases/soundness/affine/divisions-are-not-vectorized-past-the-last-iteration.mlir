// RUN: rmlir-opt %s --affine-super-vectorize=virtual-vector-size=4 --verify-semantics=50

// Where the last vector may have elements that are no iterations, an operation that is undefined for some operands stays
// as it is. (In 22 it divides by what is behind the last iteration.)
func.func @divui(%d: memref<6xi32>, %m: memref<6xi32>) {
  %c1 = arith.constant 1 : i32
  affine.for %i = 0 to 6 {
    %v = affine.load %m[%i] : memref<6xi32>
    %e = affine.load %d[%i] : memref<6xi32>
    %f = arith.ori %e, %c1 : i32
    %w = arith.divui %v, %f : i32
    affine.store %w, %m[%i] : memref<6xi32>
  }
  return
}

func.func @remsi(%d: memref<7xi64>, %m: memref<7xi64>) {
  %c3 = arith.constant 3 : i64
  affine.for %i = 0 to 7 {
    %v = affine.load %m[%i] : memref<7xi64>
    %e = affine.load %d[%i] : memref<7xi64>
    %f = arith.ori %e, %c3 : i64
    %g = arith.andi %f, %c3 : i64
    %w = arith.remsi %v, %g : i64
    affine.store %w, %m[%i] : memref<7xi64>
  }
  return
}

func.func @divsi(%d: memref<5xi16>, %m: memref<5xi16>) {
  affine.for %i = 0 to 5 {
    %e = affine.load %d[%i] : memref<5xi16>
    affine.store %e, %m[%i] : memref<5xi16>
  }
  %c1 = arith.constant 1 : i16
  affine.for %i = 0 to 5 {
    %v = affine.load %m[%i] : memref<5xi16>
    %f = arith.maxsi %v, %c1 : i16
    %w = arith.divsi %v, %f : i16
    affine.store %w, %m[%i] : memref<5xi16>
  }
  return
}

func.func @open(%n: index, %d: memref<16xi32>, %m: memref<16xi32>) {
  %c1 = arith.constant 1 : i32
  affine.for %i = 0 to affine_map<()[s0] -> (s0 mod 16)>()[%n] {
    affine.store %c1, %d[%i] : memref<16xi32>
  }
  affine.for %i = 0 to affine_map<()[s0] -> (s0 mod 16)>()[%n] {
    %v = affine.load %m[%i] : memref<16xi32>
    %e = affine.load %d[%i] : memref<16xi32>
    %w = arith.remui %v, %e : i32
    affine.store %w, %m[%i] : memref<16xi32>
  }
  return
}

func.func @ceildiv(%d: memref<6xi8>, %m: memref<6xi8>) {
  %c1 = arith.constant 1 : i8
  affine.for %i = 0 to 6 {
    %e = affine.load %d[%i] : memref<6xi8>
    %f = arith.maxsi %e, %c1 : i8
    %w = arith.ceildivsi %e, %f : i8
    affine.store %w, %m[%i] : memref<6xi8>
  }
  return
}

// All elements are iterations.
func.func @whole(%d: memref<8xi32>, %m: memref<8xi32>) {
  %c1 = arith.constant 1 : i32
  affine.for %i = 0 to 8 {
    %v = affine.load %m[%i] : memref<8xi32>
    %e = affine.load %d[%i] : memref<8xi32>
    %f = arith.ori %e, %c1 : i32
    %w = arith.divui %v, %f : i32
    affine.store %w, %m[%i] : memref<8xi32>
  }
  return
}
