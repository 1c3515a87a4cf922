// RUN: rmlir-opt %s --print-if-conversion -o /dev/null
// RUN: rmlir-opt %s --if-convert
// RUN: rmlir-opt %s --if-convert --pvec-promote --convert-pvec-to-scf --canonicalize
// A loop with two exits becomes one with a body of one block; so does a cycle with two entries, which begins by choosing one.

func.func @two_exits(%n: index, %m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  cf.br ^head(%c0, %z : index, i32)
^head(%i: index, %s: i32):
  %lt = arith.cmpi slt, %i, %n : index
  cf.cond_br %lt, ^body, ^end(%s : i32)
^body:
  %v = memref.load %m[%i] : memref<?xi32>
  %neg = arith.cmpi slt, %v, %z : i32
  %next = arith.addi %i, %c1 : index
  %sum = arith.addi %s, %v : i32
  cf.cond_br %neg, ^end(%v : i32), ^head(%next, %sum : index, i32)
^end(%r: i32):
  return %r : i32
}

func.func private @a()
func.func private @b()

func.func @two_entries(%c: i1, %d: i1, %e: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  call @a() : () -> ()
  cf.cond_br %d, ^b, ^end
^b:
  call @b() : () -> ()
  cf.cond_br %e, ^a, ^end
^end:
  return
}
