// Blocks, calls that keep registers, stack memory, and results in memory.
// RUN: rmlir-translate --to-hexagon %s

func.func private @helper(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %r = arith.addi %a, %c1 : i32
  return %r : i32
}

func.func @blocks(%a: i32, %b: i32) -> i32 {
  %is_less = arith.cmpi slt, %a, %b : i32
  cf.cond_br %is_less, ^less(%a : i32), ^other(%b, %a : i32, i32)
^less(%x: i32):
  %y = func.call @helper(%x) : (i32) -> i32
  %z = arith.addi %y, %b : i32
  cf.br ^other(%z, %x : i32, i32)
^other(%p: i32, %q: i32):
  %r = arith.xori %p, %q : i32
  return %r : i32
}

func.func @results(%a: i32, %b: i64) -> (i32, i64, i32) {
  %buffer = memref.alloca() : memref<4xi32>
  %c2 = arith.constant 2 : index
  memref.store %a, %buffer[%c2] : memref<4xi32>
  %v = memref.load %buffer[%c2] : memref<4xi32>
  return %v, %b, %a : i32, i64, i32
}

func.func @quotient(%n: i32, %x: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %zero) -> i32 {
    %v = memref.load %x[%i] : memref<8xi32>
    %q = arith.divsi %v, %n : i32
    %t = arith.addi %s, %q : i32
    scf.yield %t : i32
  }
  return %r : i32
}
