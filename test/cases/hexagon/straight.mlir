// Straight-line code: immediates and extenders, accumulation, widths, pairs, predicates.
// RUN: rmlir-translate --to-hexagon %s

func.func @words(%a: i32, %b: i32, %c: i32) -> i32 {
  %big = arith.constant 100000 : i32
  %small = arith.constant -7 : i32
  %p = arith.muli %a, %b : i32
  %s = arith.addi %p, %c : i32
  %t = arith.addi %s, %big : i32
  %u = arith.andi %t, %small : i32
  %v = arith.subi %small, %u : i32
  return %v : i32
}

func.func @bytes(%a: i8, %b: i8) -> (i32, i32) {
  %s = arith.addi %a, %b : i8
  %x = arith.extsi %s : i8 to i32
  %y = arith.extui %s : i8 to i32
  return %x, %y : i32, i32
}

func.func @pairs(%a: i64, %b: i64, %c: i1) -> i64 {
  %p = arith.muli %a, %b : i64
  %is_less = arith.cmpi ult, %p, %a : i64
  %both = arith.andi %is_less, %c : i1
  %r = arith.select %both, %p, %b : i64
  return %r : i64
}

func.func @floats(%a: f32, %b: f32, %c: f32) -> f32 {
  %p = math.fma %a, %b, %c : f32
  %q = arith.maximumf %p, %a : f32
  %n = arith.negf %q : f32
  %i = arith.fptosi %n : f32 to i32
  %f = arith.sitofp %i : i32 to f32
  return %f : f32
}
