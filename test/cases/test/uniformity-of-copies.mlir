// RUN: rmlir-opt %s --print-uniformity -o /dev/null
// RUN: rmlir-opt %s --convert-scf-to-cf --print-uniformity -o /dev/null

// Loops that threads leave at different times, and that hand on what came in: %v is %a, by way of %w and %x. It is the
// same for all threads, in both forms.
func.func @handed_on(%a: i32, %b: i32, %n: index) -> i32 attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %lane = gpu.lane_id
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %b) -> (i32) {
    %w = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (i32) {
      scf.yield %x : i32
    }
    %v = scf.for %j = %c0 to %lane step %c1 iter_args(%y = %w) -> (i32) {
      scf.yield %y : i32
    }
    %t = arith.xori %v, %b : i32
    scf.yield %t : i32
  }
  return %r : i32
}

// %m is what the first loop gave, which has one way out, whichever way threads go on: it does not differ where they meet.
func.func @left_by_one_edge(%a: i32, %n: index) -> i32 attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %lane = gpu.lane_id
  %tid = arith.index_cast %lane : index to i32
  %w = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (i32) {
    %y = arith.muli %x, %x : i32
    scf.yield %y : i32
  }
  %z = scf.for %j = %c0 to %n step %c1 iter_args(%y = %w) -> (i32) {
    scf.yield %w : i32
  }
  %c = arith.cmpi slt, %tid, %a : i32
  %m = scf.if %c -> (i32) {
    scf.yield %z : i32
  } else {
    scf.yield %w : i32
  }
  %o = arith.xori %m, %a : i32
  return %o : i32
}

// Threads leave the first loop at different times, so what they took along differs, and copies of it do.
func.func @left_at_different_times(%a: i32, %n: index) -> i32 attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %lane = gpu.lane_id
  %w = scf.for %i = %c0 to %lane step %c1 iter_args(%x = %a) -> (i32) {
    %y = arith.muli %x, %x : i32
    scf.yield %y : i32
  }
  %z = scf.for %j = %c0 to %n step %c1 iter_args(%y = %w) -> (i32) {
    scf.yield %y : i32
  }
  %o = arith.xori %z, %a : i32
  return %o : i32
}
