// No iteration runs where the lower bound is at or above the upper one, and bounds may be integers of any width.
// RUN: rmlir-opt %s --scf-for-loop-peeling --verify-semantics
// RUN: rmlir-opt %s --scf-for-loop-peeling=peel-front=true --verify-semantics

func.func @length(%n: index, %m: memref<?xf32>) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %f = arith.constant 0.0 : f32
  %d = memref.dim %m, %zero : memref<?xf32>
  %r = scf.for %i = %zero to %d step %one iter_args(%a = %f) -> f32 {
    %v = memref.load %m[%i] : memref<?xf32>
    %b = arith.addf %a, %v : f32
    scf.yield %b : f32
  }
  return %r : f32
}
func.func @any_bounds(%lo: index, %hi: index, %st: index) -> index {
  %one = arith.constant 1 : index
  %fifteen = arith.constant 15 : index
  %eight = arith.constant 8 : index
  %s0 = arith.andi %st, %fifteen : index
  %s = arith.addi %s0, %one : index
  %a1 = arith.andi %lo, %fifteen : index
  %b1 = arith.andi %hi, %fifteen : index
  %a0 = arith.subi %a1, %eight : index
  %b0 = arith.subi %b1, %eight : index
  %r = scf.for %i = %a0 to %b0 step %s iter_args(%a = %one) -> index {
    %b = arith.muli %a, %i : index
    %c = arith.addi %b, %one : index
    scf.yield %c : index
  }
  return %r : index
}
func.func @step_of_three(%lo: index, %hi: index) -> index {
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %fifteen = arith.constant 15 : index
  %a0 = arith.andi %lo, %fifteen : index
  %b0 = arith.andi %hi, %fifteen : index
  %r = scf.for %i = %a0 to %b0 step %three iter_args(%a = %one) -> index {
    %b = arith.muli %a, %i : index
    %c = arith.addi %b, %one : index
    scf.yield %c : index
  }
  return %r : index
}
func.func @i32(%lo: i32, %hi: i32) -> i32 {
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  %fifteen = arith.constant 15 : i32
  %a0 = arith.andi %lo, %fifteen : i32
  %b0 = arith.andi %hi, %fifteen : i32
  %r = scf.for %i = %a0 to %b0 step %four iter_args(%a = %one) -> i32 : i32 {
    %b = arith.muli %a, %i : i32
    %c = arith.addi %b, %one : i32
    scf.yield %c : i32
  }
  return %r : i32
}
func.func @i64(%hi: i64, %st: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %fifteen = arith.constant 15 : i64
  %b0 = arith.andi %hi, %fifteen : i64
  %s0 = arith.andi %st, %fifteen : i64
  %s = arith.addi %s0, %one : i64
  %r = scf.for %i = %zero to %b0 step %s iter_args(%a = %one) -> i64 : i64 {
    %b = arith.muli %a, %i : i64
    %c = arith.addi %b, %one : i64
    scf.yield %c : i64
  }
  return %r : i64
}
// The range and a step beyond the bounds do not fit.
func.func @i8_all(%lo: i8, %hi: i8) -> i8 {
  %one = arith.constant 1 : i8
  %seven = arith.constant 7 : i8
  %r = scf.for %i = %lo to %hi step %seven iter_args(%a = %one) -> i8 : i8 {
    %over = arith.constant 120 : i8
    %b = arith.muli %a, %i : i8
    %c = arith.addi %b, %one : i8
    scf.yield %c : i8
  }
  return %r : i8
}
func.func @i8_constant(%x: i8) -> i8 {
  %lo = arith.constant -128 : i8
  %hi = arith.constant 100 : i8
  %st = arith.constant 50 : i8
  %r = scf.for %i = %lo to %hi step %st iter_args(%a = %x) -> i8 : i8 {
    %b = arith.muli %a, %i : i8
    %c = arith.addi %b, %st : i8
    scf.yield %c : i8
  }
  return %r : i8
}
func.func @below_each_other(%x: index) -> index {
  %lo = arith.constant 10 : index
  %hi = arith.constant 3 : index
  %st = arith.constant 4 : index
  %r = scf.for %i = %lo to %hi step %st iter_args(%a = %x) -> index {
    %b = arith.muli %a, %i : index
    scf.yield %b : index
  }
  return %r : index
}
func.func @without_sign(%lo: i8, %hi: i8) -> i8 {
  %one = arith.constant 1 : i8
  %hundred = arith.constant 100 : i8
  %top = arith.minui %hi, %hundred : i8
  %r = scf.for unsigned %i = %lo to %top step %hundred iter_args(%a = %one) -> i8 : i8 {
    %b = arith.muli %a, %i : i8
    %c = arith.addi %b, %one : i8
    scf.yield %c : i8
  }
  return %r : i8
}
func.func @minimum(%n: index, %m: memref<8xindex>) {
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : index
  %seven = arith.constant 7 : index
  %nine = arith.constant 9 : index
  %top = arith.minsi %n, %seven : index
  scf.for %i = %zero to %top step %three {
    %s = affine.min affine_map<(d0, d1) -> (3, d0 - d1)>(%top, %i)
    memref.store %s, %m[%i] : memref<8xindex>
  }
  return
}
