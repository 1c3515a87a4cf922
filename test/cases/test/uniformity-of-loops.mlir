// RUN: rmlir-opt %s --print-uniformity=remarks=true
// RUN: rmlir-opt %s --print-uniformity=json=true

// Threads run the loop together as long as they are in it; what it gives differs, for they leave at different times.
func.func @loop(%a: i32) -> i32 attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %lane = gpu.lane_id
  %sum = scf.for %i = %c0 to %lane step %c1 iter_args(%x = %a) -> (i32) {
    %y = arith.muli %x, %x : i32
    scf.yield %y : i32
  }
  %shared = gpu.subgroup_broadcast %sum, first_active_lane : i32
  %z = arith.addi %shared, %a : i32
  return %z : i32
}
