// What the induction variable is added to or multiplied with goes into the bounds only if those still fit.
// RUN: rmlir-opt %s --scf-for-loop-range-folding --verify-semantics

func.func @scaled_step(%m: memref<4xi8>, %x: i8) -> i8 {
  %lo = arith.constant 0 : i8
  %hi = arith.constant 100 : i8
  %st = arith.constant 50 : i8
  %k = arith.constant 3 : i8
  %r = scf.for %i = %lo to %hi step %st iter_args(%a = %x) -> i8 : i8 {
    %j = arith.muli %i, %k : i8
    %b = arith.addi %a, %j : i8
    scf.yield %b : i8
  }
  return %r : i8
}
func.func @moved_bound(%n: i8, %x: i8) -> i8 {
  %lo = arith.constant 0 : i8
  %st = arith.constant 9 : i8
  %k = arith.constant 120 : i8
  %c15 = arith.constant 15 : i8
  %hi = arith.andi %n, %c15 : i8
  %r = scf.for %i = %lo to %hi step %st iter_args(%a = %x) -> i8 : i8 {
    %j = arith.addi %i, %k : i8
    %b = arith.xori %a, %j : i8
    scf.yield %b : i8
  }
  return %r : i8
}
func.func @unknown_summand(%k: i32, %x: i32) -> i32 {
  %lo = arith.constant 0 : i32
  %hi = arith.constant 10 : i32
  %st = arith.constant 3 : i32
  %r = scf.for %i = %lo to %hi step %st iter_args(%a = %x) -> i32 : i32 {
    %j = arith.addi %i, %k : i32
    %b = arith.xori %a, %j : i32
    scf.yield %b : i32
  }
  return %r : i32
}
func.func @without_sign(%k: i8, %x: i8) -> i8 {
  %lo = arith.constant 1 : i8
  %hi = arith.constant 10 : i8
  %st = arith.constant 3 : i8
  %minus = arith.constant -5 : i8
  %r = scf.for unsigned %i = %lo to %hi step %st iter_args(%a = %x) -> i8 : i8 {
    %j = arith.addi %i, %minus : i8
    %b = arith.xori %a, %j : i8
    scf.yield %b : i8
  }
  return %r : i8
}
// These fit.
func.func @fits(%x: i16) -> i16 {
  %lo = arith.constant -7 : i16
  %hi = arith.constant 10 : i16
  %st = arith.constant 3 : i16
  %k = arith.constant 100 : i16
  %r = scf.for %i = %lo to %hi step %st iter_args(%a = %x) -> i16 : i16 {
    %j = arith.muli %i, %k : i16
    %b = arith.xori %a, %j : i16
    scf.yield %b : i16
  }
  return %r : i16
}
func.func @index(%n: index, %x: index) -> index {
  %lo = arith.constant 0 : index
  %st = arith.constant 3 : index
  %k = arith.constant 8 : index
  %c15 = arith.constant 15 : index
  %hi = arith.andi %n, %c15 : index
  %r = scf.for %i = %lo to %hi step %st iter_args(%a = %x) -> index {
    %j = arith.muli %i, %k : index
    %b = arith.xori %a, %j : index
    scf.yield %b : index
  }
  return %r : index
}
