// Each of these functions is changed by the mutant of its name, and that is seen when they are run.
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=shuffle-lanes}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=swap-sources}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=wrong-mask}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=wrong-reduction}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=wrong-lane}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=forget-insertion}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=swap-fma}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=unmask-load}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=forget-transposition}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=wrong-place}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=wrong-padding}))" --verify-semantics

func.func @shuffle_lanes(%a: vector<4xi32>, %b: vector<4xi32>) -> vector<4xi32> {
  %r = vector.shuffle %a, %b [0, 4, 1, 5] : vector<4xi32>, vector<4xi32>
  return %r : vector<4xi32>
}

func.func @swap_sources(%a: vector<4xi32>, %b: vector<4xi32>) -> vector<4xi32> {
  %r = vector.shuffle %a, %b [0, 4, 1, 5] : vector<4xi32>, vector<4xi32>
  return %r : vector<4xi32>
}

func.func @wrong_mask(%m: memref<8xi32>, %a: vector<8xi32>) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %mask = vector.create_mask %c5 : vector<8xi1>
  vector.maskedstore %m[%c0], %mask, %a : memref<8xi32>, vector<8xi1>, vector<8xi32>
  return
}

func.func @wrong_reduction(%a: vector<4xi32>) -> i32 {
  %r = vector.reduction <add>, %a : vector<4xi32> into i32
  return %r : i32
}

func.func @wrong_lane(%a: vector<4xf32>) -> f32 {
  %r = vector.extract %a[2] : f32 from vector<4xf32>
  return %r : f32
}

func.func @forget_insertion(%a: vector<4xf32>, %x: f32) -> vector<4xf32> {
  %r = vector.insert %x, %a [1] : f32 into vector<4xf32>
  return %r : vector<4xf32>
}

func.func @swap_fma(%a: vector<4xf32>, %b: vector<4xf32>, %c: vector<4xf32>) -> vector<4xf32> {
  %r = vector.fma %a, %b, %c : vector<4xf32>
  return %r : vector<4xf32>
}

func.func @unmask_load(%m: memref<4xi32>, %mask: vector<4xi1>, %other: vector<4xi32>) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %r = vector.maskedload %m[%c0], %mask, %other : memref<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  return %r : vector<4xi32>
}

func.func @forget_transposition(%a: vector<3x3xi32>) -> vector<3x3xi32> {
  %r = vector.transpose %a, [1, 0] : vector<3x3xi32> to vector<3x3xi32>
  return %r : vector<3x3xi32>
}

func.func @wrong_place(%m: memref<8xf32>, %a: vector<4xf32>) {
  %c2 = arith.constant 2 : index
  vector.transfer_write %a, %m[%c2] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  return
}

func.func @wrong_padding(%m: memref<6xf32>) -> vector<4xf32> {
  %zero = arith.constant 0.0 : f32
  %c4 = arith.constant 4 : index
  %r = vector.transfer_read %m[%c4], %zero : memref<6xf32>, vector<4xf32>
  return %r : vector<4xf32>
}
