// What the machine has no instructions for is a call; a quotient of f32 is a sequence of instructions.
// RUN: rmlir-translate --to-hexagon %s

func.func @quotients(%a: i64, %b: i64, %x: f64, %y: f64) -> (i64, f64) {
  %q = arith.divsi %a, %b : i64
  %r = arith.divf %x, %y : f64
  %p = arith.mulf %r, %y : f64
  return %q, %p : i64, f64
}

func.func @short(%a: i16, %b: i16) -> i16 {
  %r = arith.remui %a, %b : i16
  return %r : i16
}

func.func @ratio(%a: f32, %b: f32) -> f32 {
  %q = arith.divf %a, %b : f32
  %r = math.sqrt %q : f32
  return %r : f32
}

func.func @conversions(%a: i64, %b: f32) -> (f32, i64) {
  %f = arith.sitofp %a : i64 to f32
  %i = arith.fptoui %b : f32 to i64
  return %f, %i : f32, i64
}
