// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-coalescing))" --verify-semantics=50

// The number of all iterations of narrow loops may not fit their type: then they stay. (In 22 it wraps.)
func.func @i8(%m: memref<20xi32>) -> i32 {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %c16 = arith.constant 16 : i8
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %c16 step %c1 iter_args(%x = %zero) -> i32 : i8 {
    %s = scf.for %j = %c0 to %c16 step %c1 iter_args(%y = %x) -> i32 : i8 {
      %p = arith.addi %y, %one : i32
      scf.yield %p : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}

func.func @i8_open(%n: i8) -> i32 {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %c31 = arith.constant 31 : i8
  %to = arith.andi %n, %c31 : i8
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %to step %c1 iter_args(%x = %zero) -> i32 : i8 {
    %s = scf.for %j = %c0 to %c31 step %c1 iter_args(%y = %x) -> i32 : i8 {
      %p = arith.addi %y, %one : i32
      scf.yield %p : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}

func.func @i8_span() -> i32 {
  %from = arith.constant -100 : i8
  %to = arith.constant 100 : i8
  %step = arith.constant 50 : i8
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %from to %to step %step iter_args(%x = %zero) -> i32 : i8 {
    %s = scf.for %j = %from to %to step %step iter_args(%y = %x) -> i32 : i8 {
      %p = arith.addi %y, %one : i32
      scf.yield %p : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}

func.func @i16() -> i32 {
  %c0 = arith.constant 0 : i16
  %c1 = arith.constant 1 : i16
  %c256 = arith.constant 256 : i16
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %c256 step %c1 iter_args(%x = %zero) -> i32 : i16 {
    %s = scf.for %j = %c0 to %c256 step %c1 iter_args(%y = %x) -> i32 : i16 {
      %p = arith.addi %y, %one : i32
      scf.yield %p : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}

func.func @unsigned(%n: i8) -> i32 {
  %c0 = arith.constant 0 : i8
  %c100 = arith.constant 100 : i8
  %c200 = arith.constant 200 : i8
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for unsigned %i = %c0 to %c200 step %c100 iter_args(%x = %zero) -> i32 : i8 {
    %s = scf.for unsigned %j = %c0 to %c200 step %c100 iter_args(%y = %x) -> i32 : i8 {
      %p = arith.addi %y, %one : i32
      scf.yield %p : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}

func.func @i8_fits() -> i32 {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %c11 = arith.constant 11 : i8
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %c11 step %c1 iter_args(%x = %zero) -> i32 : i8 {
    %s = scf.for %j = %c0 to %c11 step %c1 iter_args(%y = %x) -> i32 : i8 {
      %p = arith.addi %y, %one : i32
      scf.yield %p : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}
