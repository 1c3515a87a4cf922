// Each of these functions is changed by the mutant of its name, and that is seen when they are run.
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=swap-subtraction}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=swap-select}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=wrong-predicate}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=compare-unsigned}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=compare-unordered}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=extend-unsigned}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=forget-truncation}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=merge-constants}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=add-nsw}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=shift-for-division}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=shift-unsigned}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=minimum-for-maximum}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=cancel-floats}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=forget-negation}))" --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(test-mutant{mutant=negative-zero}))" --verify-semantics

func.func @swap_subtraction(%a: i32, %b: i32) -> i32 {
  %r = arith.subi %a, %b : i32
  return %r : i32
}

func.func @swap_select(%c: i1, %a: i32, %b: i32) -> i32 {
  %r = arith.select %c, %a, %b : i32
  return %r : i32
}

func.func @wrong_predicate(%a: i8) -> i1 {
  %two = arith.constant 2 : i8
  %r = arith.cmpi slt, %a, %two : i8
  return %r : i1
}

func.func @compare_unsigned(%a: i8, %b: i8) -> i1 {
  %r = arith.cmpi slt, %a, %b : i8
  return %r : i1
}

func.func @compare_unordered(%a: f32, %b: f32) -> i1 {
  %r = arith.cmpf ogt, %a, %b : f32
  return %r : i1
}

func.func @extend_unsigned(%a: i8) -> i32 {
  %r = arith.extsi %a : i8 to i32
  return %r : i32
}

func.func @forget_truncation(%a: i32) -> i32 {
  %t = arith.trunci %a : i32 to i8
  %r = arith.extsi %t : i8 to i32
  return %r : i32
}

func.func @merge_constants(%a: i32) -> i32 {
  %c1 = arith.constant 3 : i32
  %c2 = arith.constant 5 : i32
  %p = arith.muli %a, %c1 : i32
  %r = arith.addi %p, %c2 : i32
  return %r : i32
}

// Only where the sum overflows is there a difference: it is poison then.
func.func @add_nsw(%a: i8, %b: i8) -> i8 {
  %r = arith.addi %a, %b : i8
  return %r : i8
}

// Negative numbers are rounded another way.
func.func @shift_for_division(%a: i16) -> i16 {
  %two = arith.constant 2 : i16
  %r = arith.divsi %a, %two : i16
  return %r : i16
}

func.func @shift_unsigned(%a: i16) -> i16 {
  %two = arith.constant 2 : i16
  %r = arith.shrsi %a, %two : i16
  return %r : i16
}

func.func @minimum_for_maximum(%a: i64, %b: i64) -> i64 {
  %r = arith.maxsi %a, %b : i64
  return %r : i64
}

// Right for numbers that are not too different.
func.func @cancel_floats(%a: f32, %b: f32) -> f32 {
  %s = arith.addf %a, %b : f32
  %r = arith.subf %s, %a : f32
  return %r : f32
}

func.func @forget_negation(%a: f64) -> f64 {
  %r = arith.negf %a : f64
  return %r : f64
}

// The sum of -0.0 and 0.0 is 0.0.
func.func @negative_zero(%a: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = arith.addf %a, %zero : f64
  return %r : f64
}
