// RUN: rmlir-opt %s --split-input-file --lower-affine

// There is no code for such a quotient: the pass fails, with the operation that has it.
func.func @remainder(%i: index) -> index {
  %0 = affine.apply affine_map<(d0) -> (d0 mod 0)>(%i)
  return %0 : index
}

// -----

func.func @quotient(%i: index) -> index {
  %0 = affine.min affine_map<(d0) -> (d0 floordiv -2, 4)>(%i)
  return %0 : index
}

// -----

func.func @quotient_rounded_up(%i: index) -> index {
  %0 = affine.max affine_map<(d0)[s0] -> (4, d0 ceildiv (s0 - s0))>(%i)[%i]
  return %0 : index
}

// -----

func.func @bound(%m: memref<8xi32>, %v: i32, %z: index) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 mod 0 + 2)>()[%z] {
    affine.store %v, %m[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @lower_bound_of_parallel(%m: memref<8xi32>, %v: i32, %z: index) {
  affine.parallel (%i) = (%z floordiv 0) to (8) {
    affine.store %v, %m[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @condition(%m: memref<8xi32>, %v: i32, %z: index) {
  affine.if affine_set<()[s0] : (s0 floordiv -1 - 1 >= 0)>()[%z] {
    affine.store %v, %m[7] : memref<8xi32>
  }
  return
}

// -----

func.func @load(%m: memref<8xi32>, %z: index) -> i32 {
  affine.for %i = 0 to 8 {
    %0 = affine.load %m[%i mod 0] : memref<8xi32>
    affine.store %0, %m[%i ceildiv 0] : memref<8xi32>
  }
  %1 = affine.load %m[0] : memref<8xi32>
  return %1 : i32
}

// -----

func.func @by_a_symbol(%i: index, %s: index) -> index {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%i)[%s]
  return %0 : index
}
