// Loops with branches that cannot be guessed: conversion pays.

// How many lie between two bounds.
func.func @count_between(%n: index, %rounds: index, %a: memref<?xi32>, %b: memref<?xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %k = %c0 to %rounds step %c1 iter_args(%s0 = %z) -> (i32) {
    %x0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %s0) -> (i32) {
      %v = memref.load %a[%i] : memref<?xi32>
      %low = arith.cmpi sgt, %v, %z : i32
      %x = scf.if %low -> (i32) {
        %high = arith.cmpi slt, %v, %t : i32
        %y = scf.if %high -> (i32) {
          %p = arith.addi %s, %one : i32
          scf.yield %p : i32
        } else {
          scf.yield %s : i32
        }
        scf.yield %y : i32
      } else {
        scf.yield %s : i32
      }
      scf.yield %x : i32
    }
    scf.yield %x0 : i32
  }
  return %r : i32
}

// The sum of those above a bound, and the number of the others taken away.
func.func @sum_above(%n: index, %rounds: index, %a: memref<?xi32>, %b: memref<?xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %k = %c0 to %rounds step %c1 iter_args(%s0 = %z) -> (i32) {
    %x0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %s0) -> (i32) {
      %v = memref.load %a[%i] : memref<?xi32>
      %g = arith.cmpi sgt, %v, %z : i32
      %x = scf.if %g -> (i32) {
        %p = arith.addi %s, %v : i32
        scf.yield %p : i32
      } else {
        %p = arith.subi %s, %one : i32
        scf.yield %p : i32
      }
      scf.yield %x : i32
    }
    scf.yield %x0 : i32
  }
  return %r : i32
}

// The sum of absolute differences.
func.func @distance(%n: index, %rounds: index, %a: memref<?xi32>, %b: memref<?xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %k = %c0 to %rounds step %c1 iter_args(%s0 = %z) -> (i32) {
    %x0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %s0) -> (i32) {
      %v = memref.load %a[%i] : memref<?xi32>
      %w = memref.load %b[%i] : memref<?xi32>
      %g = arith.cmpi sgt, %v, %w : i32
      %d = scf.if %g -> (i32) {
        %p = arith.subi %v, %w : i32
        scf.yield %p : i32
      } else {
        %p = arith.subi %w, %v : i32
        scf.yield %p : i32
      }
      %x = arith.addi %s, %d : i32
      scf.yield %x : i32
    }
    scf.yield %x0 : i32
  }
  return %r : i32
}

// A sum that starts anew where it leaves its bounds.
func.func @saturate(%n: index, %rounds: index, %a: memref<?xi32>, %b: memref<?xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %bound = arith.constant 12 : i32
  %below = arith.constant -12 : i32
  %r = scf.for %k = %c0 to %rounds step %c1 iter_args(%s0 = %z) -> (i32) {
    %x0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %s0) -> (i32) {
      %v = memref.load %a[%i] : memref<?xi32>
      %p = arith.addi %s, %v : i32
      %over = arith.cmpi sgt, %p, %bound : i32
      %x = scf.if %over -> (i32) {
        scf.yield %z : i32
      } else {
        %under = arith.cmpi slt, %p, %below : i32
        %y = scf.if %under -> (i32) {
          scf.yield %one : i32
        } else {
          scf.yield %p : i32
        }
        scf.yield %y : i32
      }
      scf.yield %x : i32
    }
    scf.yield %x0 : i32
  }
  return %r : i32
}

// A function in three pieces.
func.func @piecewise(%n: index, %rounds: index, %a: memref<?xi32>, %b: memref<?xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %seven = arith.constant 7 : i32
  scf.for %k = %c0 to %rounds step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xi32>
      %neg = arith.cmpi slt, %v, %z : i32
      %x = scf.if %neg -> (i32) {
        %m = arith.muli %v, %three : i32
        %p = arith.addi %m, %one : i32
        scf.yield %p : i32
      } else {
        %small = arith.cmpi slt, %v, %t : i32
        %y = scf.if %small -> (i32) {
          %q = arith.muli %v, %v : i32
          scf.yield %q : i32
        } else {
          %q = arith.addi %v, %seven : i32
          scf.yield %q : i32
        }
        scf.yield %y : i32
      }
      memref.store %x, %b[%i] : memref<?xi32>
    }
  }
  return %z : i32
}

// A store on both sides to the same place.
func.func @store_on_both_sides(%n: index, %rounds: index, %a: memref<?xi32>, %b: memref<?xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %k = %c0 to %rounds step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xi32>
      %g = arith.cmpi sgt, %v, %z : i32
      scf.if %g {
        %p = arith.addi %v, %t : i32
        memref.store %p, %b[%i] : memref<?xi32>
      } else {
        %p = arith.subi %t, %v : i32
        memref.store %p, %b[%i] : memref<?xi32>
      }
    }
  }
  return %z : i32
}

// Which way a number goes, in blocks: odd ones up, even ones down.
func.func @steps(%n: index, %rounds: index, %a: memref<?xi32>, %b: memref<?xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %far = arith.constant 1024 : i32
  cf.br ^outer(%c0, %z : index, i32)
^outer(%k: index, %s0: i32):
  %again = arith.cmpi slt, %k, %rounds : index
  %k1 = arith.addi %k, %c1 : index
  cf.cond_br %again, ^head(%c0, %s0 : index, i32), ^end
^head(%i: index, %s: i32):
  %v = memref.load %a[%i] : memref<?xi32>
  %bit = arith.andi %v, %one : i32
  %odd = arith.cmpi ne, %bit, %z : i32
  cf.cond_br %odd, ^up, ^down
^up:
  %m = arith.muli %s, %three : i32
  %p = arith.addi %m, %v : i32
  cf.br ^latch(%p : i32)
^down:
  %h = arith.shrui %s, %one : i32
  %q = arith.xori %h, %v : i32
  cf.br ^latch(%q : i32)
^latch(%x: i32):
  %i1 = arith.addi %i, %c1 : index
  %more = arith.cmpi slt, %i1, %n : index
  cf.cond_br %more, ^head(%i1, %x : index, i32), ^outer(%k1, %x : index, i32)
^end:
  return %s0 : i32
}
