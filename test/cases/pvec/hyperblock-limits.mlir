// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(if-convert{select=hyperblock max-duplicated=1 max-cycles=8}))' --remarks-filter-missed=if-convert

// Copying the tail would be too much, so it is not taken either.

func.func private @report(i32)

func.func @tail(%c: i1, %d: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %n = arith.addi %x, %x : i32
  cf.br ^join(%n : i32)
^b:
  cf.cond_br %d, ^join(%x : i32), ^call
^call:
  func.call @report(%x) : (i32) -> ()
  cf.br ^join(%x : i32)
^join(%v: i32):
  %r = arith.muli %v, %v : i32
  %t = arith.addi %r, %x : i32
  return %t : i32
}

// All blocks together would take too many cycles.

func.func @long(%c: i1, %d: i1, %x: f32) -> f32 {
  cf.cond_br %c, ^a, ^b
^a:
  %n = arith.divf %x, %x : f32
  cf.br ^join(%n : f32)
^b:
  %p = arith.addf %x, %x : f32
  cf.br ^join(%p : f32)
^join(%v: f32):
  return %v : f32
}
