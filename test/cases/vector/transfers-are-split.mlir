// RUN: rmlir-opt %s --transform-interpreter --split-input-file

func.func @by_copies(%m: memref<?x8xf32>, %i: index, %j: index, %v: vector<4x4xf32>) -> vector<4x4xf32> {
  %pad = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %j], %pad : memref<?x8xf32>, vector<4x4xf32>
  vector.transfer_write %v, %m[%j, %i] {in_bounds = [true, false]} : vector<4x4xf32>, memref<?x8xf32>
  return %0 : vector<4x4xf32>
}

func.func @in_a_loop(%m: memref<?xf32>, %n: index, %x: vector<4xf32>) -> vector<4xf32> {
  %pad = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %i = %c0 to %n step %c4 iter_args(%acc = %x) -> vector<4xf32> {
    %1 = vector.transfer_read %m[%i], %pad : memref<?xf32>, vector<4xf32>
    %2 = arith.addf %acc, %1 : vector<4xf32>
    scf.yield %2 : vector<4xf32>
  }
  return %0 : vector<4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.split_transfer_full_partial
    } : !transform.any_op
    transform.yield
  }
}

// -----

func.func @read(%m: memref<8x?xf32, strided<[?, 1], offset: ?>>, %i: index) -> vector<2x2xf32> {
  %pad = arith.constant 0.0 : f32
  %c3 = arith.constant 3 : index
  %0 = vector.transfer_read %m[%c3, %i], %pad : memref<8x?xf32, strided<[?, 1], offset: ?>>, vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

func.func @write(%m: memref<8xf32>, %i: index, %v: vector<2xf32>) {
  vector.transfer_write %v, %m[%i] : vector<2xf32>, memref<8xf32>
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = "vector-transfer"
    } : !transform.any_op
    transform.yield
  }
}

// -----

func.func @said_to_be_inside(%m: memref<8xf32>, %i: index) -> vector<2xf32> {
  %pad = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i], %pad : memref<8xf32>, vector<2xf32>
  return %0 : vector<2xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = "force-in-bounds"
    } : !transform.any_op
    transform.yield
  }
}

// DIFFERS: what is split is taken to start inside, as in mlir-opt 22
