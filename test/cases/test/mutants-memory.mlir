// Each of these functions is changed by the mutant of its name, and that is seen when they are run.
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=drop-store}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=swap-indices}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=load-before-store}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=reorder-stores}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=forward-old-value}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=copy-backward}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=share-buffer}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=free-early}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=other-buffer}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=wrong-dimension}))" --verify-semantics

func.func @drop_store(%m: memref<4xi32>, %a: i32) {
  %c2 = arith.constant 2 : index
  memref.store %a, %m[%c2] : memref<4xi32>
  return
}

func.func @swap_indices(%m: memref<4x4xi32>, %a: i32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  memref.store %a, %m[%c1, %c2] : memref<4x4xi32>
  return
}

func.func @load_before_store(%m: memref<4xi32>, %a: i32) -> i32 {
  %c1 = arith.constant 1 : index
  memref.store %a, %m[%c1] : memref<4xi32>
  %r = memref.load %m[%c1] : memref<4xi32>
  return %r : i32
}

func.func @reorder_stores(%m: memref<4xi32>, %a: i32, %b: i32, %i: index, %j: index) {
  memref.store %a, %m[%i] : memref<4xi32>
  memref.store %b, %m[%j] : memref<4xi32>
  return
}

func.func @forward_old_value(%m: memref<4xi32>, %a: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %old = memref.load %m[%c1] : memref<4xi32>
  memref.store %a, %m[%c1] : memref<4xi32>
  %new = memref.load %m[%c1] : memref<4xi32>
  %r = arith.subi %old, %new : i32
  return %r : i32
}

func.func @copy_backward(%m: memref<4xi32>, %n: memref<4xi32>) {
  memref.copy %m, %n : memref<4xi32> to memref<4xi32>
  return
}

func.func @share_buffer(%m: memref<4xi32>, %a: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %n = memref.alloc() : memref<4xi32>
  memref.store %a, %n[%c1] : memref<4xi32>
  %r = memref.load %n[%c1] : memref<4xi32>
  return %r : i32
}

func.func @free_early(%a: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<4xi32>
  memref.store %a, %m[%c1] : memref<4xi32>
  %r = memref.load %m[%c1] : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return %r : i32
}

func.func @other_buffer(%m: memref<4xi32>, %n: memref<4xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %r = memref.load %m[%c1] : memref<4xi32>
  return %r : i32
}

func.func @wrong_dimension(%m: memref<?x?xi32>) -> index {
  %c0 = arith.constant 0 : index
  %r = memref.dim %m, %c0 : memref<?x?xi32>
  return %r : index
}
