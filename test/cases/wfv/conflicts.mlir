// RUN: rmlir-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(wfv)' -o /dev/null
// Loops of which turns that would run together are proved to access the same element are refused, the others are not.

// A turn reads what the one before has written.
func.func @running(%n: index, %a: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %n step %c1 {
    %before = arith.subi %i, %c1 : index
    %x = memref.load %a[%before] : memref<?xf32>
    // expected-error @below {{'memref.store' op writes what 'memref.load' reads 1 iteration later: the loop cannot run many at once}}
    memref.store %x, %a[%i] : memref<?xf32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// -----

// The distance is counted in turns: 6 elements are 3 turns of 2. Where the loop starts is not known, but cancels out.
func.func @steps(%from: index, %n: index, %a: memref<?xi32>) {
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %from to %n step %c2 {
    %later = arith.addi %i, %c6 : index
    // expected-error @below {{'memref.load' op reads what 'memref.store' writes 3 iterations later: the loop cannot run many at once}}
    %x = memref.load %a[%later] : memref<?xi32>
    memref.store %x, %a[%i] : memref<?xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// -----

// Four turns apart, four turns run at once: rounds are in order.
func.func @far(%n: index, %a: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c1 {
    %later = arith.addi %i, %c4 : index
    %x = memref.load %a[%later] : memref<?xi32>
    memref.store %x, %a[%i] : memref<?xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// -----

// Turns of a parallel loop run in any order.
func.func @far_in_any_order(%n: index, %a: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %later = arith.addi %i, %c4 : index
    // expected-error @below {{'memref.load' op reads what 'memref.store' writes 4 iterations later: the loop cannot run many at once}}
    %x = memref.load %a[%later] : memref<?xi32>
    memref.store %x, %a[%i] : memref<?xi32>
    scf.reduce
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// -----

// Elements of a row and of the next one, through a layout that puts rows half over each other.
func.func @layout(%a: memref<8x8xi32, strided<[4, 1]>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %c0 to %c7 step %c1 {
    %x = memref.load %a[%i, %c3] : memref<8x8xi32, strided<[4, 1]>>
    // expected-error @below {{'memref.store' op writes what 'memref.load' reads 1 iteration later: the loop cannot run many at once}}
    memref.store %x, %a[%i, %c7] : memref<8x8xi32, strided<[4, 1]>>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// -----

// An inner loop that reaches into what the next turn writes.
func.func @inner(%n: index, %a: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %twice = arith.addi %i, %i : index
    scf.for %j = %c0 to %c3 step %c1 {
      %at = arith.addi %twice, %j : index
      // expected-error @below {{'memref.store' op writes what 'memref.store' writes 1 iteration later: the loop cannot run many at once}}
      memref.store %one, %a[%at] : memref<?xi32>
    }
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// -----

// All turns write to one place.
func.func @same(%n: index, %a: memref<?xi32>, %at: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %number = arith.index_cast %i : index to i32
    // expected-error @below {{'memref.store' op writes what 'memref.store' writes 1 iteration later: the loop cannot run many at once}}
    memref.store %number, %a[%at] : memref<?xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// -----

// What is not known is what the mark says: the distance, where an element is, whether there is an access at all.
func.func @promised(%n: index, %by: index, %a: memref<?xi32>, %b: memref<?xindex>, %on: memref<?xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %later = arith.addi %i, %by : index
    %x = memref.load %a[%later] : memref<?xi32>
    memref.store %x, %a[%i] : memref<?xi32>
    %to = memref.load %b[%i] : memref<?xindex>
    memref.store %x, %a[%to] : memref<?xi32>
    %is = memref.load %on[%i] : memref<?xi1>
    scf.if %is {
      %next = arith.addi %i, %c1 : index
      memref.store %x, %a[%next] : memref<?xi32>
    }
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// -----

// Even and odd elements.
func.func @apart(%n: index, %a: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %even = arith.shli %i, %c1 : index
    %odd = arith.addi %even, %c1 : index
    %x = memref.load %a[%odd] : memref<?xi32>
    memref.store %x, %a[%even] : memref<?xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}
