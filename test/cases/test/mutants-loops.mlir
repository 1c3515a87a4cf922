// Each of these functions is changed by the mutant of its name, and that is seen when they are run.
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=upper-bound-too-low}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=lower-bound-too-high}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=step-too-long}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=drop-update}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=body-once}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=swap-initial-values}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=stay-in-loop}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=never-leave-loop}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=affine-bound}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=affine-map}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=affine-place}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=affine-step}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=drop-affine-store}))" --verify-semantics

func.func @upper_bound_too_low(%m: memref<8xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> i32 {
    %x = memref.load %m[%i] : memref<8xi32>
    %next = arith.addi %acc, %x : i32
    scf.yield %next : i32
  }
  return %sum : i32
}

func.func @lower_bound_too_high(%m: memref<8xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> i32 {
    %x = memref.load %m[%i] : memref<8xi32>
    %next = arith.addi %acc, %x : i32
    scf.yield %next : i32
  }
  return %sum : i32
}

func.func @step_too_long(%m: memref<8xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> i32 {
    %x = memref.load %m[%i] : memref<8xi32>
    %next = arith.addi %acc, %x : i32
    scf.yield %next : i32
  }
  return %sum : i32
}

func.func @drop_update(%m: memref<8xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> i32 {
    %x = memref.load %m[%i] : memref<8xi32>
    %next = arith.addi %acc, %x : i32
    scf.yield %next : i32
  }
  return %sum : i32
}

func.func @body_once(%m: memref<8xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> i32 {
    %x = memref.load %m[%i] : memref<8xi32>
    %next = arith.addi %acc, %x : i32
    scf.yield %next : i32
  }
  return %sum : i32
}

func.func @swap_initial_values(%a: i32, %b: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (i32, i32) {
    %next = arith.subi %x, %y : i32
    scf.yield %next, %y : i32, i32
  }
  return %r#0 : i32
}

func.func @stay_in_loop(%n: i8) -> i8 {
  %one = arith.constant 1 : i8
  %r = scf.while (%x = %n) : (i8) -> i8 {
    %c = arith.cmpi sgt, %x, %one : i8
    scf.condition(%c) %x : i8
  } do {
  ^bb0(%x: i8):
    %next = arith.subi %x, %one : i8
    scf.yield %next : i8
  }
  return %r : i8
}

// A run that does not end takes the place of none that does.
func.func @never_leave_loop(%n: i8) -> i8 {
  %one = arith.constant 1 : i8
  %r = scf.while (%x = %n) : (i8) -> i8 {
    %c = arith.cmpi sgt, %x, %one : i8
    scf.condition(%c) %x : i8
  } do {
  ^bb0(%x: i8):
    %next = arith.subi %x, %one : i8
    scf.yield %next : i8
  }
  return %r : i8
}

func.func @affine_bound(%m: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %m, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %f, %m[%i] : memref<?xf32>
  }
  return
}

func.func @affine_map(%i: index) -> index {
  %r = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%i)
  return %r : index
}

func.func @affine_place(%m: memref<9xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 8 iter_args(%acc = %zero) -> f32 {
    %x = affine.load %m[%i] : memref<9xf32>
    %next = arith.addf %acc, %x : f32
    affine.yield %next : f32
  }
  return %sum : f32
}

func.func @affine_step(%m: memref<8xf32>, %f: f32) {
  affine.for %i = 0 to 8 {
    affine.store %f, %m[%i] : memref<8xf32>
  }
  return
}

func.func @drop_affine_store(%m: memref<8xf32>, %f: f32) {
  affine.store %f, %m[3] : memref<8xf32>
  return
}
