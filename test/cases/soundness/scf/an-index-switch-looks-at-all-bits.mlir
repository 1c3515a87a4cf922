// An index that is 2^32 away from a case is not that case.
// RUN: rmlir-opt %s --convert-scf-to-cf --verify-semantics

func.func @far(%k: i64) -> i32 {
  %far = arith.constant 4294967296 : i64
  %s = arith.addi %k, %far : i64
  %at = arith.index_cast %s : i64 to index
  %r = scf.index_switch %at -> i32
  case 1 {
    %a = arith.constant 10 : i32
    scf.yield %a : i32
  }
  case 4294967297 {
    %a = arith.constant 20 : i32
    scf.yield %a : i32
  }
  default {
    %a = arith.constant 30 : i32
    scf.yield %a : i32
  }
  return %r : i32
}
func.func @negative(%at: index) -> i32 {
  %r = scf.index_switch %at -> i32
  case -1 {
    %a = arith.constant 10 : i32
    scf.yield %a : i32
  }
  case 2 {
    %a = arith.constant 20 : i32
    scf.yield %a : i32
  }
  default {
    %a = arith.constant 30 : i32
    scf.yield %a : i32
  }
  return %r : i32
}
func.func @unsigned(%k: i32) -> i32 {
  %at = arith.index_castui %k : i32 to index
  %r = scf.index_switch %at -> i32
  case -1 {
    %a = arith.constant 10 : i32
    scf.yield %a : i32
  }
  case 4294967295 {
    %a = arith.constant 20 : i32
    scf.yield %a : i32
  }
  default {
    %a = arith.constant 30 : i32
    scf.yield %a : i32
  }
  return %r : i32
}
// 32 bits are enough.
func.func @near(%k: i32) -> i32 {
  %at = arith.index_cast %k : i32 to index
  %r = scf.index_switch %at -> i32
  case -1 {
    %a = arith.constant 10 : i32
    scf.yield %a : i32
  }
  case 2 {
    %a = arith.constant 20 : i32
    scf.yield %a : i32
  }
  default {
    %a = arith.constant 30 : i32
    scf.yield %a : i32
  }
  return %r : i32
}
// They would be for the index, but not for the case.
func.func @far_case(%k: i8) -> i32 {
  %at = arith.index_cast %k : i8 to index
  %r = scf.index_switch %at -> i32
  case 4294967298 {
    %a = arith.constant 10 : i32
    scf.yield %a : i32
  }
  default {
    %a = arith.constant 30 : i32
    scf.yield %a : i32
  }
  return %r : i32
}
// Without cases all indices are the same.
func.func @no_case(%at: index) -> i32 {
  %r = scf.index_switch %at -> i32
  default {
    %a = arith.constant 30 : i32
    scf.yield %a : i32
  }
  return %r : i32
}
func.func @known() -> i32 {
  %at = arith.constant -2 : index
  %r = scf.index_switch %at -> i32
  case -2 {
    %a = arith.constant 10 : i32
    scf.yield %a : i32
  }
  default {
    %a = arith.constant 30 : i32
    scf.yield %a : i32
  }
  return %r : i32
}
func.func @remainder(%k: index) -> i32 {
  %c3 = arith.constant 3 : index
  %at = arith.remui %k, %c3 : index
  %r = scf.index_switch %at -> i32
  case 0 {
    %a = arith.constant 10 : i32
    scf.yield %a : i32
  }
  case 2 {
    %a = arith.constant 20 : i32
    scf.yield %a : i32
  }
  default {
    %a = arith.constant 30 : i32
    scf.yield %a : i32
  }
  return %r : i32
}
// The index fits, but of the cases one is cut to the other.
func.func @cut_case(%k: index) -> i32 {
  %c3 = arith.constant 3 : index
  %at = arith.remui %k, %c3 : index
  %r = scf.index_switch %at -> i32
  case 4294967298 {
    %a = arith.constant 10 : i32
    scf.yield %a : i32
  }
  case 2 {
    %a = arith.constant 20 : i32
    scf.yield %a : i32
  }
  default {
    %a = arith.constant 30 : i32
    scf.yield %a : i32
  }
  return %r : i32
}
// 32 bits tell these indices apart, although they do not fit as signed integers.
func.func @of_32_bits(%k: i32) -> i32 {
  %at = arith.index_castui %k : i32 to index
  %r = scf.index_switch %at -> i32
  case 1 {
    %a = arith.constant 10 : i32
    scf.yield %a : i32
  }
  case 4294967295 {
    %a = arith.constant 20 : i32
    scf.yield %a : i32
  }
  default {
    %a = arith.constant 30 : i32
    scf.yield %a : i32
  }
  return %r : i32
}
func.func @of_33_bits(%k: i33) -> i32 {
  %at = arith.index_castui %k : i33 to index
  %r = scf.index_switch %at -> i32
  case 1 {
    %a = arith.constant 10 : i32
    scf.yield %a : i32
  }
  default {
    %a = arith.constant 30 : i32
    scf.yield %a : i32
  }
  return %r : i32
}
