// RUN: rmlir-opt %s --if-convert
// RUN: rmlir-opt %s --if-convert --pvec-promote --canonicalize
// Conditionals and switches in the body of a loop are one block afterwards; the loop stays.

func.func @clamp(%n: index, %m: memref<?xi32>, %lo: i32, %hi: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %m[%i] : memref<?xi32>
    %below = arith.cmpi slt, %v, %lo : i32
    scf.if %below {
      memref.store %lo, %m[%i] : memref<?xi32>
    } else {
      %above = arith.cmpi sgt, %v, %hi : i32
      scf.if %above {
        memref.store %hi, %m[%i] : memref<?xi32>
      }
    }
  }
  return
}

func.func @choose(%n: index, %k: index, %m: memref<?xi32>) -> i32 {
  %z = arith.constant 0 : i32
  %r = scf.index_switch %k -> i32
  case 2 {
    %x = memref.load %m[%n] : memref<?xi32>
    scf.yield %x : i32
  }
  case 5 {
    scf.yield %z : i32
  }
  default {
    %x = memref.load %m[%k] : memref<?xi32>
    scf.yield %x : i32
  }
  return %r : i32
}
