// RUN: rmlir-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(wfv)'
// What cannot be made for lanes is said where it stands.

func.func @buffers(%x: i1, %a: memref<4xf32>, %b: memref<4xf32>) -> f32 attributes {pvec.function = #pvec.function<4, both>} {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'arith.select' op gives each lane something that vectors do not hold}}
  %c = arith.select %x, %a, %b : memref<4xf32>
  %r = memref.load %c[%c0] : memref<4xf32>
  return %r : f32
}

// -----

// expected-error @below {{'func.func' op gives something that vectors do not hold}}
func.func @result(%a: memref<4xf32>) -> memref<4xf32> attributes {pvec.function = #pvec.function<4, both>} {
  return %a : memref<4xf32>
}

// -----

// A turn reads what the one before has written.
func.func @running(%n: index, %a: memref<?xf32>) {
  affine.for %i = 1 to %n {
    %x = affine.load %a[%i - 1] : memref<?xf32>
    // expected-error @below {{'affine.store' op writes what 'affine.load' reads 1 iteration later: the loop cannot run many at once}}
    affine.store %x, %a[%i] : memref<?xf32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// -----

// Which element is stored depends on the iteration before.
func.func @running_sum(%n: index, %a: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f32 {
    %x = memref.load %a[%i] : memref<?xf32>
    %u = arith.addf %t, %x : f32
    // expected-error @below {{'memref.store' op depends on the iteration before and has memory effects: iterations depend on one another}}
    memref.store %u, %a[%i] : memref<?xf32>
    scf.yield %u : f32
  } {pvec.vectorize_calls = 4 : i64}
  return %s : f32
}

// -----

func.func @wide(%n: i128, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : i128
  %c1 = arith.constant 1 : i128
  // expected-error @below {{'scf.for' op has an induction variable of more than 64 bits}}
  scf.for %i = %c0 to %n step %c1 : i128 {
    %at = arith.index_cast %i : i128 to index
    %x = memref.load %a[%at] : memref<?xf32>
    memref.store %x, %a[%at] : memref<?xf32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// -----

func.func @backward(%n: index, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %step = arith.constant -1 : index
  // expected-error @below {{'scf.for' op has a step that is not positive}}
  scf.for %i = %n to %c0 step %step {
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %a[%i] : memref<?xf32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// -----

func.func @while(%n: index, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'scf.while' op is no loop that counts in one dimension}}
  %r = scf.while (%i = %c0) : (index) -> index {
    %p = arith.cmpi slt, %i, %n : index
    scf.condition(%p) %i : index
  } do {
  ^bb0(%i: index):
    %j = arith.addi %i, %c1 : index
    scf.yield %j : index
  } attributes {pvec.vectorize_calls = 4 : i64}
  return
}

// -----

func.func @affine_condition(%a: memref<23xi32>, %init: i32) -> i32 {
  %s = affine.for %i = 0 to 23 iter_args(%t = %init) -> i32 {
    %x = affine.load %a[%i] : memref<23xi32>
    // expected-error @below {{'affine.if' op depends on the iteration before: only 'scf' operations may do so, no affine loops and conditions}}
    %u = affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%i) -> i32 {
      %v = arith.addi %t, %x : i32
      affine.yield %v : i32
    } else {
      affine.yield %t : i32
    }
    affine.yield %u : i32
  } {pvec.vectorize_calls = 4 : i64}
  return %s : i32
}
