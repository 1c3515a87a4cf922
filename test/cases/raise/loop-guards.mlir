// RUN: rmlir-opt %s --scf-remove-loop-guards --canonicalize --split-input-file
// Conditions that only protect loops from zero iterations are removed.

// The load is moved into the loop, which does not write that memory.
func.func @removed(%n: i32, %a: memref<?xf32>, %b: memref<?xf32>, %i: index) -> f32 {
  %c0 = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %lb = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %guard = arith.cmpi sgt, %n, %c0 : i32
  %sum = scf.if %guard -> (f32) {
    %end = arith.index_cast %n : i32 to index
    %x = memref.load %a[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    %s = scf.for %j = %lb to %end step %c1 iter_args(%t = %zero) -> (f32) {
      memref.store %y, %b[%j] : memref<?xf32>
      %u = arith.addf %t, %y : f32
      scf.yield %u : f32
    }
    scf.yield %s : f32
  } else {
    scf.yield %zero : f32
  }
  return %sum : f32
}

// -----

// The loop is in the second region, and the bound is one more.
func.func @opposite(%n: i32, %b: memref<?xf32>, %v: f32) {
  %c2 = arith.constant 2 : i32
  %lb = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %guard = arith.cmpi slt, %n, %c2 : i32
  scf.if %guard {
  } else {
    %n1 = arith.index_cast %n : i32 to index
    %end = arith.addi %n1, %c1 : index
    scf.for %j = %lb to %end step %c1 {
      memref.store %v, %b[%j] : memref<?xf32>
    }
  }
  return
}

// -----

// These stay: the loop might be executed without the condition, the load might be of what the loop writes, a store is
// not part of the loop, and the results differ.
func.func @stay(%n: index, %b: memref<?xf32>, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %several = arith.cmpi sgt, %n, %c5 : index
  scf.if %several {
    scf.for %j = %c0 to %n step %c1 {
      memref.store %v, %b[%j] : memref<?xf32>
    }
  }
  %guard = arith.cmpi sgt, %n, %c0 : index
  scf.if %guard {
    %x = memref.load %b[%c0] : memref<?xf32>
    scf.for %j = %c0 to %n step %c1 {
      memref.store %x, %b[%j] : memref<?xf32>
    }
  }
  scf.if %guard {
    scf.for %j = %c0 to %n step %c1 {
      memref.store %v, %b[%j] : memref<?xf32>
    }
    memref.store %v, %b[%c0] : memref<?xf32>
  }
  %sum = scf.if %guard -> (f32) {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%t = %v) -> (f32) {
      %u = arith.addf %t, %t : f32
      scf.yield %u : f32
    }
    scf.yield %s : f32
  } else {
    %zero = arith.constant 0.0 : f32
    scf.yield %zero : f32
  }
  return %sum : f32
}

// -----

// An unsigned comparison of integers that are not negative.
func.func @unsigned(%b: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c119 = arith.constant 119 : index
  %c120 = arith.constant 120 : index
  scf.for %i = %c0 to %c120 step %c1 {
    %first = arith.subi %c119, %i : index
    %guard = arith.cmpi ult, %first, %c119 : index
    scf.if %guard {
      scf.for %j = %first to %c119 step %c1 {
        memref.store %v, %b[%j] : memref<?xf32>
      }
    }
  }
  return
}

// -----

// The comparison fails for a negative integer, which is less than the bound: then the loop is not executed.
func.func @unsigned_negative(%first: i32, %b: memref<?xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  %bound = arith.constant 119 : i32
  %c119 = arith.constant 119 : index
  %lb = arith.index_cast %first : i32 to index
  %guard = arith.cmpi ult, %first, %bound : i32
  scf.if %guard {
    scf.for %j = %lb to %c119 step %c1 {
      memref.store %v, %b[%j] : memref<?xf32>
    }
  }
  return
}
