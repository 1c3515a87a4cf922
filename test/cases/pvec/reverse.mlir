// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(if-convert,pvec-promote,pvec-reverse-if-convert{min-cycles=20}))'

// The divisions and what hangs on them are worth a branch; the other side is not.

func.func @long_and_short(%c: i1, %d: i1, %x: i32, %y: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.cond_br %c, ^long, ^short
^long:
  %q = arith.divsi %x, %y : i32
  memref.store %q, %m[%c0] : memref<4xi32>
  cf.cond_br %d, ^more, ^join(%q : i32)
^more:
  %r = arith.remsi %q, %y : i32
  %s = arith.muli %r, %r : i32
  memref.store %s, %m[%c1] : memref<4xi32>
  cf.br ^join(%s : i32)
^short:
  memref.store %x, %m[%c0] : memref<4xi32>
  cf.br ^join(%x : i32)
^join(%v: i32):
  return %v : i32
}

// Below the limit nothing is done.

func.func @short(%c: i1, %x: i32, %m: memref<i32>) {
  cf.cond_br %c, ^a, ^b
^a:
  memref.store %x, %m[] : memref<i32>
  cf.br ^b
^b:
  return
}
