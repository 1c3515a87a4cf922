// RUN: rmlir-opt %s --print-uniformity
// RUN: rmlir-opt %s --print-uniformity=mode=llvm
// RUN: rmlir-opt %s --print-cycles --print-control-dependence

// Threads leave the loop at different times, so what is chosen at its exit differs, though only constants are chosen.
func.func @exit(%n: index) -> i32 attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %lane = gpu.lane_id
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^exit(%one : i32)
^body:
  %next = arith.addi %i, %c1 : index
  %mine = arith.cmpi eq, %i, %lane : index
  cf.cond_br %mine, ^exit(%two : i32), ^head(%next : index)
^exit(%which: i32):
  return %which : i32
}
