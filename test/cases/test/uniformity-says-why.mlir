// RUN: rmlir-opt %s --print-uniformity=why -o /dev/null
// RUN: rmlir-opt %s --print-uniformity="why mode=llvm" -o /dev/null

// Each reason leads on to the next one, down to what is each thread's own.
func.func @chosen(%a: i32, %b: i32) -> i32 attributes {gpu.kernel} {
  %lane = gpu.lane_id
  %tid = arith.index_cast %lane : index to i32
  %c = arith.cmpi slt, %tid, %a : i32
  %d = scf.if %c -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  %e = arith.addi %d, %b : i32
  %f = arith.addi %a, %b : i32
  return %e : i32
}

// What is the same in each iteration differs for threads that left the loop at different times.
func.func @left(%n: i32) -> i32 attributes {gpu.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = gpu.lane_id
  %tid = arith.index_cast %lane : index to i32
  cf.br ^head(%c0 : i32)
^head(%i: i32):
  %next = arith.addi %i, %c1 : i32
  %more = arith.cmpi slt, %next, %tid : i32
  cf.cond_br %more, ^head(%next : i32), ^exit
^exit:
  %last = arith.addi %next, %n : i32
  return %last : i32
}

// Threads enter the cycle of ^one and ^two in different places.
func.func @entered(%n: i32, %u: i1) -> i32 attributes {gpu.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = gpu.lane_id
  %tid = arith.index_cast %lane : index to i32
  %mine = arith.cmpi slt, %tid, %n : i32
  cf.cond_br %mine, ^one(%c0 : i32), ^two(%c0 : i32)
^one(%i: i32):
  %j = arith.addi %i, %c1 : i32
  cf.br ^two(%j : i32)
^two(%k: i32):
  cf.cond_br %u, ^one(%k : i32), ^exit
^exit:
  return %k : i32
}
