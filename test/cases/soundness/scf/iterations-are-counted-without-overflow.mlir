// The range of a loop is a number without sign, whatever its bounds are.
// RUN: rmlir-opt %s --canonicalize --verify-semantics

func.func @wide_range(%x: i8) -> i8 {
  %lo = arith.constant -100 : i8
  %hi = arith.constant 100 : i8
  %st = arith.constant 50 : i8
  %r = scf.for %i = %lo to %hi step %st iter_args(%a = %x) -> i8 : i8 {
    %b = arith.muli %a, %i : i8
    %c = arith.addi %b, %st : i8
    scf.yield %c : i8
  }
  return %r : i8
}
func.func @once(%x: i8) -> i8 {
  %lo = arith.constant -128 : i8
  %hi = arith.constant -1 : i8
  %st = arith.constant 127 : i8
  %r = scf.for %i = %lo to %hi step %st iter_args(%a = %x) -> i8 : i8 {
    %b = arith.addi %a, %i : i8
    scf.yield %b : i8
  }
  return %r : i8
}
func.func @i64(%x: i64) -> i64 {
  %lo = arith.constant -9223372036854775808 : i64
  %hi = arith.constant 9000000000000000000 : i64
  %st = arith.constant 9223372036854775807 : i64
  %r = scf.for %i = %lo to %hi step %st iter_args(%a = %x) -> i64 : i64 {
    %b = arith.muli %a, %i : i64
    %c = arith.addi %b, %st : i64
    scf.yield %c : i64
  }
  return %r : i64
}
func.func @above_by_a_constant(%l: i8, %x: i8) -> i8 {
  %c = arith.constant 100 : i8
  %m = arith.minui %l, %c : i8
  %hi = arith.addi %m, %c overflow<nuw> : i8
  %st = arith.constant 100 : i8
  %r = scf.for unsigned %i = %m to %hi step %st iter_args(%a = %x) -> i8 : i8 {
    %b = arith.addi %a, %i : i8
    scf.yield %b : i8
  }
  return %r : i8
}
func.func @above_by_more(%x: i8) -> i8 {
  %l = arith.constant 3 : i8
  %d = arith.constant 200 : i8
  %hi = arith.addi %l, %d overflow<nuw> : i8
  %st = arith.constant 100 : i8
  %r = scf.for unsigned %i = %l to %hi step %st iter_args(%a = %x) -> i8 : i8 {
    %b = arith.muli %a, %i : i8
    %c = arith.addi %b, %i : i8
    scf.yield %c : i8
  }
  return %r : i8
}
func.func @above_by_unknown(%l: i8, %x: i8) -> i8 {
  %d = arith.constant 200 : i8
  %m = arith.constant 15 : i8
  %low = arith.andi %l, %m : i8
  %hi = arith.addi %low, %d overflow<nuw> : i8
  %st = arith.constant 100 : i8
  %r = scf.for unsigned %i = %low to %hi step %st iter_args(%a = %x) -> i8 : i8 {
    %b = arith.muli %a, %i : i8
    %c = arith.addi %b, %i : i8
    scf.yield %c : i8
  }
  return %r : i8
}
