// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(if-convert,pvec-promote))'

// A remainder by 0 is undefined: it stays guarded. By 7 it may be taken always.

func.func @by_argument(%x: i32, %y: i32) -> i32 {
  %z = arith.constant 0 : i32
  %seven = arith.constant 7 : i32
  %c = arith.cmpi ne, %y, %z : i32
  %r = scf.if %c -> (i32) {
    %m = arith.remsi %x, %y : i32
    scf.yield %m : i32
  } else {
    %m = arith.remsi %x, %seven : i32
    scf.yield %m : i32
  }
  return %r : i32
}
