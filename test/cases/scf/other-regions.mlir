// RUN: rmlir-opt %s

func.func @f(%i: index, %c: i1) -> (i32, i32) {
  %0 = scf.index_switch %i -> i32
  case 2 {
    %1 = arith.constant 2 : i32
    scf.yield %1 : i32
  }
  default {
    %2 = arith.constant 0 : i32
    scf.yield %2 : i32
  }
  %3 = scf.execute_region -> i32 {
    cf.cond_br %c, ^a, ^b
  ^a:
    scf.yield %0 : i32
  ^b:
    scf.yield %0 : i32
  }
  return %0, %3 : i32, i32
}
