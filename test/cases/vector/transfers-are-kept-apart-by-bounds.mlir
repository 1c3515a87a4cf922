// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-vector-transferop-opt))'

// What is written is read again, though there are writes in between: they are of other places, as indices say.

func.func @forwarded(%m: memref<?x?xf32>, %v: vector<4xf32>, %w: vector<4xf32>, %i: index) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %next = arith.addi %i, %c4 : index
  %row = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%i]
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
  vector.transfer_write %w, %m[%i, %next] {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
  vector.transfer_write %w, %m[%row, %i] {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
  %0 = vector.transfer_read %m[%i, %i], %zero {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// Places of vectors that overlap, are transposed or scalable are not known to be others.

func.func @read_again(%m: memref<?x?xf32>, %v: vector<4xf32>, %w: vector<4xf32>, %i: index) -> vector<4xf32> {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %next = arith.addi %i, %c3 : index
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
  vector.transfer_write %w, %m[%i, %next] {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
  %0 = vector.transfer_read %m[%i, %i], %zero {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @transposed(%m: memref<?x?xf32>, %v: vector<2x4xf32>, %w: vector<2x4xf32>) -> vector<2x4xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  vector.transfer_write %v, %m[%c0, %c0] {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (j, i)>}
      : vector<2x4xf32>, memref<?x?xf32>
  vector.transfer_write %w, %m[%c2, %c0] {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (j, i)>}
      : vector<2x4xf32>, memref<?x?xf32>
  %0 = vector.transfer_read %m[%c0, %c0], %zero {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (j, i)>}
      : memref<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

func.func @scalable(%m: memref<?xf32>, %v: vector<[4]xf32>, %w: vector<[4]xf32>) -> vector<[4]xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  vector.transfer_write %v, %m[%c0] {in_bounds = [true]} : vector<[4]xf32>, memref<?xf32>
  vector.transfer_write %w, %m[%c4] {in_bounds = [true]} : vector<[4]xf32>, memref<?xf32>
  %0 = vector.transfer_read %m[%c0], %zero {in_bounds = [true]} : memref<?xf32>, vector<[4]xf32>
  return %0 : vector<[4]xf32>
}
