// RUN: rmlir-opt %s -o /dev/null --verify-semantics --pass-pipeline='builtin.module(vliw-pipeline{machine=gp4})' --remarks-filter-passed=vliw-pipeline

// A variable of a while loop grows by the least integer, whose magnitude is no signed integer.

func.func @add(%a: i64, %n: i64) -> i64 {
  %least = arith.constant -9223372036854775808 : i64
  %r = scf.while (%x = %a) : (i64) -> i64 {
    %go = arith.cmpi slt, %x, %n : i64
    scf.condition(%go) %x : i64
  } do {
  ^bb0(%x: i64):
    %y = arith.addi %x, %least : i64
    scf.yield %y : i64
  }
  return %r : i64
}

func.func @subtract(%a: i64, %n: i64) -> i64 {
  %least = arith.constant -9223372036854775808 : i64
  %r = scf.while (%x = %a) : (i64) -> i64 {
    %go = arith.cmpi slt, %x, %n : i64
    scf.condition(%go) %x : i64
  } do {
  ^bb0(%x: i64):
    %y = arith.subi %x, %least : i64
    scf.yield %y : i64
  }
  return %r : i64
}

func.func @index(%a: index, %n: index) -> index {
  %least = arith.constant -9223372036854775808 : index
  %r = scf.while (%x = %a) : (index) -> index {
    %go = arith.cmpi ult, %x, %n : index
    scf.condition(%go) %x : index
  } do {
  ^bb0(%x: index):
    %y = arith.addi %least, %x : index
    scf.yield %y : index
  }
  return %r : index
}

func.func @index_bits(%a: i32, %n: i32) -> i32 {
  %least = arith.constant -2147483648 : i32
  %r = scf.while (%x = %a) : (i32) -> i32 {
    %go = arith.cmpi ult, %x, %n : i32
    scf.condition(%go) %x : i32
  } do {
  ^bb0(%x: i32):
    %y = arith.addi %least, %x : i32
    scf.yield %y : i32
  }
  return %r : i32
}
