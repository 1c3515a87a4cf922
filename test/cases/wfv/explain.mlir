// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-wfv{target=avx2 boscc=4})' -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-wfv{target=avx2 boscc=4 format=html})' -o /dev/null
// What is found about a function: text, and a page with its blocks before and after.

func.func @escape(%i: index {pvec.clause = #pvec.linear<1>}, %x: f32, %n: i32 {pvec.clause = #pvec.uniform}, %o: memref<?xi32>)
    attributes {pvec.function = #pvec.function<8, both>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4.0 : f32
  cf.br ^head(%zero, %x : i32, f32)
^head(%t: i32, %y: f32):
  %in = arith.cmpf olt, %y, %four : f32
  %few = arith.cmpi slt, %t, %n : i32
  %go = arith.andi %in, %few : i1
  cf.cond_br %go, ^next, ^out
^next:
  %yy = arith.mulf %y, %y : f32
  %z = arith.addf %yy, %x : f32
  %u = arith.addi %t, %one : i32
  cf.br ^head(%u, %z : i32, f32)
^out:
  %is = arith.cmpi eq, %t, %n : i32
  cf.cond_br %is, ^full, ^end(%t : i32)
^full:
  %old = memref.load %o[%i] : memref<?xi32>
  %sum = arith.addi %old, %t : i32
  cf.br ^end(%sum : i32)
^end(%r: i32):
  memref.store %r, %o[%i] : memref<?xi32>
  return
}
