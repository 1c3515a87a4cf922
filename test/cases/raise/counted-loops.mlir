// RUN: rmlir-opt %s --raise-scf-while-to-for --canonicalize --split-input-file --remarks-filter=raise
// Loops with the condition at the end become counted loops where the trip count is known before them.

// The bound is reached exactly, because the sum cannot overflow.
func.func @exact(%n: i32, %p: !llvm.ptr) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %end = arith.extsi %n : i32 to i64
  %0 = scf.while (%i = %c0) : (i64) -> i64 {
    %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    llvm.store %i, %q : i64, !llvm.ptr
    %next = arith.addi %i, %c1 overflow<nsw, nuw> : i64
    %more = arith.cmpi ne, %next, %end : i64
    scf.condition(%more) %next : i64
  } do {
  ^bb0(%j: i64):
    scf.yield %j : i64
  }
  return
}

// -----

// The first iteration is executed in any case, unless the condition around the loop implies that it is wanted.
func.func @guarded(%n: i32, %p: !llvm.ptr) {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %0 = scf.while (%i = %c0) : (i32) -> i32 {
    llvm.store %i, %p : i32, !llvm.ptr
    %next = arith.addi %i, %c2 overflow<nsw> : i32
    %more = arith.cmpi slt, %next, %n : i32
    scf.condition(%more) %next : i32
  } do {
  ^bb0(%j: i32):
    scf.yield %j : i32
  }
  %guard = arith.cmpi sgt, %n, %c0 : i32
  scf.if %guard {
    %1 = scf.while (%i = %c0) : (i32) -> i32 {
      llvm.store %i, %p : i32, !llvm.ptr
      %next = arith.addi %i, %c2 overflow<nsw> : i32
      %more = arith.cmpi sgt, %n, %next : i32
      scf.condition(%more) %next : i32
    } do {
    ^bb0(%j: i32):
      scf.yield %j : i32
    }
  }
  return
}

// -----

// A loop that counts down, with a variable that counts up beside it; the variable is tested before the sum.
func.func @down(%n: i32, %p: !llvm.ptr) -> (i64, i64, f32) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c3 = arith.constant 3 : i64
  %cm1 = arith.constant -1 : i64
  %zero = arith.constant 0.0 : f32
  %start = arith.extsi %n : i32 to i64
  %0:4 = scf.while (%i = %start, %k = %c0, %sum = %zero) : (i64, i64, f32) -> (i64, i64, f32, i64) {
    %q = llvm.getelementptr %p[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %q : !llvm.ptr -> f32
    %s = arith.addf %sum, %x : f32
    %next = arith.addi %i, %cm1 overflow<nsw> : i64
    %knext = arith.addi %k, %c3 : i64
    %more = arith.cmpi sgt, %i, %c1 : i64
    scf.condition(%more) %next, %knext, %s, %k : i64, i64, f32, i64
  } do {
  ^bb0(%j: i64, %l: i64, %t: f32, %unused: i64):
    scf.yield %j, %l, %t : i64, i64, f32
  }
  return %0#0, %0#3, %0#2 : i64, i64, f32
}

// -----

// What is no counted loop stays.
func.func private @may_exit()

func.func @declined(%n: i64, %p: !llvm.ptr) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  // It may exit before it reaches the bound, which it perhaps never does.
  %0 = scf.while (%i = %c0) : (i64) -> i64 {
    func.call @may_exit() : () -> ()
    %next = arith.addi %i, %c1 overflow<nsw> : i64
    %more = arith.cmpi ne, %next, %n : i64
    scf.condition(%more) %next : i64
  } do {
  ^bb0(%j: i64):
    scf.yield %j : i64
  }
  // It may overflow.
  %1 = scf.while (%i = %c0) : (i64) -> i64 {
    llvm.store %i, %p : i64, !llvm.ptr
    %next = arith.addi %i, %c1 : i64
    %more = arith.cmpi ne, %next, %n : i64
    scf.condition(%more) %next : i64
  } do {
  ^bb0(%j: i64):
    scf.yield %j : i64
  }
  // Its bound changes.
  %2 = scf.while (%i = %c0) : (i64) -> i64 {
    %bound = llvm.load %p : !llvm.ptr -> i64
    %next = arith.addi %i, %c1 overflow<nsw> : i64
    %more = arith.cmpi ne, %next, %bound : i64
    scf.condition(%more) %next : i64
  } do {
  ^bb0(%j: i64):
    scf.yield %j : i64
  }
  // The variable starts anywhere, so signed and unsigned comparison differ.
  %3 = scf.while (%i = %n) : (i64) -> i64 {
    llvm.store %i, %p : i64, !llvm.ptr
    %next = arith.addi %i, %c1 overflow<nsw, nuw> : i64
    %more = arith.cmpi ult, %next, %n : i64
    scf.condition(%more) %next : i64
  } do {
  ^bb0(%j: i64):
    scf.yield %j : i64
  }
  return
}

// -----

// The bound is extended from 8 bits, but the increment is so large that their sum overflows.
func.func @narrow(%n: i8, %p: !llvm.ptr) {
  %c0 = arith.constant 0 : i16
  %c32700 = arith.constant 32700 : i16
  %end = arith.extsi %n : i8 to i16
  %0 = scf.while (%i = %c0) : (i16) -> i16 {
    llvm.store %i, %p : i16, !llvm.ptr
    %next = arith.addi %i, %c32700 overflow<nsw> : i16
    %more = arith.cmpi slt, %i, %end : i16
    scf.condition(%more) %next : i16
  } do {
  ^bb0(%j: i16):
    scf.yield %j : i16
  }
  return
}

// -----

// By steps of one, a bound after the initial value is reached before the sum overflows, in either direction. By steps of two
// it may be passed, and without the condition around the loop it may be before the initial value.
func.func @reached(%a: i32, %b: i32, %n: i32, %p: !llvm.ptr) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %cm1 = arith.constant -1 : i32
  %up = arith.cmpi slt, %a, %b : i32
  scf.if %up {
    %0 = scf.while (%i = %a) : (i32) -> i32 {
      llvm.store %i, %p : i32, !llvm.ptr
      %next = arith.addi %i, %c1 overflow<nuw> : i32
      %more = arith.cmpi ne, %next, %b : i32
      scf.condition(%more) %next : i32
    } do {
    ^bb0(%j: i32):
      scf.yield %j : i32
    }
    %1 = scf.while (%i = %b) : (i32) -> i32 {
      llvm.store %i, %p : i32, !llvm.ptr
      %next = arith.addi %i, %cm1 : i32
      %more = arith.cmpi ne, %a, %next : i32
      scf.condition(%more) %next : i32
    } do {
    ^bb0(%j: i32):
      scf.yield %j : i32
    }
    %2 = scf.while (%i = %a) : (i32) -> i32 {
      llvm.store %i, %p : i32, !llvm.ptr
      %next = arith.addi %i, %c2 : i32
      %more = arith.cmpi ne, %next, %b : i32
      scf.condition(%more) %next : i32
    } do {
    ^bb0(%j: i32):
      scf.yield %j : i32
    }
    %3 = scf.while (%i = %a) : (i32) -> i32 {
      llvm.store %i, %p : i32, !llvm.ptr
      %next = arith.addi %i, %c1 : i32
      %more = arith.cmpi ne, %next, %n : i32
      scf.condition(%more) %next : i32
    } do {
    ^bb0(%j: i32):
      scf.yield %j : i32
    }
  }
  return
}
