// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(wfv-regroup{vectors=2 least=2 noalias-arguments}))'
// RUN: rmlir-run %s --entry both --args 22 random:30 random:30 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(wfv-regroup{vectors=2 least=2 noalias-arguments}),wfv)' | rmlir-run - --entry both --args 22 random:30 random:30 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(wfv-regroup{vectors=8 least=2 noalias-arguments}),wfv{target=avx2})' | rmlir-run - --entry both --args 22 random:30 random:30 --print-arguments
// Turns run by where they go: what stands before the branch, each way of it, what stands behind.

// A bit that is kept, a value that is not needed later, one that is computed again, results, and a way with a loop.
func.func @both(%n: index, %a: memref<30xi32>, %b: memref<30xi32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  scf.for %i = %c1 to %n step %c1 {
    %next = arith.addi %i, %c2 : index
    %x = memref.load %a[%i] : memref<30xi32>
    %other = memref.load %a[%next] : memref<30xi32>
    %negative = arith.cmpi slt, %x, %zero : i32
    %less = arith.cmpi slt, %x, %other : i32
    %r:2 = scf.if %negative -> (i32, i32) {
      %sum = scf.for %j = %c1 to %c3 step %c1 iter_args(%s = %x) -> i32 {
        %t = arith.muli %s, %three : i32
        scf.yield %t : i32
      }
      scf.yield %sum, %x : i32, i32
    } else {
      %y = arith.xori %x, %three : i32
      %chosen = arith.select %less, %y, %other : i32
      scf.yield %zero, %chosen : i32, i32
    }
    %at = arith.index_cast %next : index to i32
    %v = arith.addi %r#0, %at : i32
    %w = arith.select %less, %v, %r#1 : i32
    memref.store %w, %b[%i] : memref<30xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// Only one way does something; there is nothing behind.
func.func @rare(%n: index, %a: memref<30xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %n step %c2 {
    %x = memref.load %a[%i] : memref<30xi32>
    %is = arith.cmpi eq, %x, %zero : i32
    scf.if %is {
      %y = arith.addi %x, %x : i32
      memref.store %y, %a[%i] : memref<30xi32>
    }
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// Too little is done, the bit is the same in all turns, or there is no mark: nothing changes.
func.func @stays(%n: index, %bit: i1, %a: memref<30xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %n step %c1 {
    scf.if %bit {
      memref.store %zero, %a[%i] : memref<30xi32>
      memref.store %zero, %a[%i] : memref<30xi32>
      memref.store %zero, %a[%i] : memref<30xi32>
    }
  } {pvec.vectorize_calls = 4 : i64}
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<30xi32>
    %is = arith.cmpi eq, %x, %zero : i32
    scf.if %is {
      memref.store %zero, %a[%i] : memref<30xi32>
      memref.store %x, %a[%i] : memref<30xi32>
    }
  }
  return
}
