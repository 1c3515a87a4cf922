// An `scf.if` of the condition moves to the second region of the loop, where all that its results were is what the first
// block yields.
// RUN: rmlir-opt %s --canonicalize --verify-semantics

func.func @twice(%limit: index) -> (index, index) {
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : index
  %fifty = arith.constant 50 : index
  %r:3 = scf.while (%s = %zero) : (index) -> (index, index, index) {
    %go = arith.cmpi slt, %s, %limit : index
    %v = scf.if %go -> index {
      %w = arith.addi %s, %three : index
      scf.yield %w : index
    } else {
      scf.yield %fifty : index
    }
    scf.condition(%go) %v, %s, %v : index, index, index
  } do {
  ^bb0(%a: index, %b: index, %c: index):
    scf.yield %c : index
  }
  return %r#0, %r#1 : index, index
}

func.func @first_of_both(%limit: i8) -> (i8, i8, i8) {
  %zero = arith.constant 0 : i8
  %three = arith.constant 3 : i8
  %fifty = arith.constant 50 : i8
  %r:3 = scf.while (%s = %zero) : (i8) -> (i8, i8, i8) {
    %go = arith.cmpi ult, %s, %limit : i8
    %v:2 = scf.if %go -> (i8, i8) {
      %w = arith.addi %s, %three : i8
      %u = arith.muli %s, %three : i8
      scf.yield %w, %u : i8, i8
    } else {
      scf.yield %fifty, %s : i8, i8
    }
    %t = arith.xori %s, %three : i8
    %go2 = arith.cmpi ult, %s, %limit : i8
    scf.condition(%go) %v#0, %v#1, %v#0 : i8, i8, i8
  } do {
  ^bb0(%a: i8, %b: i8, %c: i8):
    %low = arith.andi %a, %b : i8
    %high = arith.ori %c, %low : i8
    scf.yield %high : i8
  }
  return %r#0, %r#1, %r#2 : i8, i8, i8
}

// What the first block yields is a value of the first region.
func.func @yields_what_is_above(%limit: i32) -> (i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %fifty = arith.constant 50 : i32
  %r:3 = scf.while (%s = %zero) : (i32) -> (i32, i32, i32) {
    %next = arith.addi %s, %one : i32
    %go = arith.cmpi slt, %next, %limit : i32
    %v:2 = scf.if %go -> (i32, i32) {
      %w = arith.muli %next, %next : i32
      scf.yield %next, %w : i32, i32
    } else {
      scf.yield %fifty, %zero : i32, i32
    }
    scf.condition(%go) %v#0, %v#0, %v#1 : i32, i32, i32
  } do {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %d = arith.maxsi %a, %b : i32
    scf.yield %d : i32
  }
  return %r#0, %r#1, %r#2 : i32, i32, i32
}

func.func @yields_an_argument(%m: memref<8xi32>, %limit: index) -> (index, index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %seven = arith.constant 7 : index
  %v0 = arith.constant 9 : i32
  %r:2 = scf.while (%s = %zero) : (index) -> (index, index) {
    %go = arith.cmpi ult, %s, %limit : index
    %v = scf.if %go -> index {
      %at = arith.minui %s, %seven : index
      memref.store %v0, %m[%at] : memref<8xi32>
      scf.yield %s : index
    } else {
      scf.yield %limit : index
    }
    scf.condition(%go) %v, %v : index, index
  } do {
  ^bb0(%a: index, %b: index):
    %n = arith.addi %b, %one : index
    %last = arith.cmpi uge, %n, %seven : index
    %end = arith.select %last, %limit, %n : index
    scf.yield %end : index
  }
  return %r#0, %r#1 : index, index
}

func.func @three_times(%limit: i64, %x: f32) -> (f32, f32, f32) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %half = arith.constant 0.5 : f32
  %r:4 = scf.while (%s = %zero, %y = %x) : (i64, f32) -> (i64, f32, f32, f32) {
    %small = arith.constant 6 : i64
    %top = arith.minsi %limit, %small : i64
    %go = arith.cmpi slt, %s, %top : i64
    %v = scf.if %go -> f32 {
      %z = arith.mulf %y, %half : f32
      scf.yield %z : f32
    } else {
      scf.yield %x : f32
    }
    scf.condition(%go) %s, %v, %v, %v : i64, f32, f32, f32
  } do {
  ^bb0(%s: i64, %a: f32, %b: f32, %c: f32):
    %n = arith.addi %s, %one : i64
    %d = arith.addf %a, %b : f32
    %e = arith.subf %d, %c : f32
    scf.yield %n, %e : i64, f32
  }
  return %r#1, %r#2, %r#3 : f32, f32, f32
}
