// Threads run the function together: what converged threads were seen to differ in is divergent.
// RUN: rmlir-run %s --check-uniformity --entry loop
// RUN: rmlir-run %s --check-uniformity --entry branches

func.func private @lane_id() -> i32

// Each thread leaves when its own bound is reached; the counter is the same for all that are still in the loop.
func.func @loop(%a: i32) -> i32 attributes {gpu.kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lane = func.call @lane_id() : () -> i32
  %left = scf.while (%count = %zero) : (i32) -> i32 {
    %goes_on = arith.cmpi slt, %count, %lane : i32
    scf.condition(%goes_on) %count : i32
  } do {
  ^bb0(%count: i32):
    %next = arith.addi %count, %one : i32
    scf.yield %next : i32
  }
  %sum = arith.addi %left, %a : i32
  return %sum : i32
}

func.func @branches(%a: i32, %b: i32) -> i32 attributes {gpu.kernel} {
  %two = arith.constant 2 : i32
  %lane = func.call @lane_id() : () -> i32
  %is_low = arith.cmpi slt, %lane, %two : i32
  cf.cond_br %is_low, ^bb1, ^bb2
^bb1:
  %same = arith.addi %a, %b : i32
  cf.br ^bb3(%a : i32)
^bb2:
  cf.br ^bb3(%b : i32)
^bb3(%chosen: i32):
  %sum = arith.addi %chosen, %a : i32
  return %sum : i32
}
