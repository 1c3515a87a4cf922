// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(if-convert{select=loops}))' --remarks-filter-missed=if-convert
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(if-convert{blocks=1,2,3,4}))' --remarks-filter-missed=if-convert
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(if-convert{blocks=2,3}))' --remarks-filter-missed=if-convert

// The loop becomes one block; what is before and after it stays.

func.func @loop(%n: index, %a: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %some = arith.cmpi sgt, %n, %c0 : index
  cf.cond_br %some, ^head(%c0, %z : index, i32), ^done(%z : i32)
^head(%i: index, %s: i32):
  %v = memref.load %a[%i] : memref<?xi32>
  %is = arith.cmpi sgt, %v, %z : i32
  cf.cond_br %is, ^add, ^next(%s : i32)
^add:
  %t = arith.addi %s, %v : i32
  memref.store %z, %a[%i] : memref<?xi32>
  cf.br ^next(%t : i32)
^next(%u: i32):
  %j = arith.addi %i, %c1 : index
  %more = arith.cmpi slt, %j, %n : index
  cf.cond_br %more, ^head(%j, %u : index, i32), ^done(%u : i32)
^done(%r: i32):
  return %r : i32
}

// An inner loop; the outer one stays.

func.func @nest(%n: i32, %m: memref<i32>) {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^outer(%z : i32)
^outer(%i: i32):
  cf.br ^inner(%z : i32)
^inner(%j: i32):
  %odd = arith.andi %j, %one : i32
  %is = arith.cmpi eq, %odd, %one : i32
  cf.cond_br %is, ^store, ^latch
^store:
  memref.store %j, %m[] : memref<i32>
  cf.br ^latch
^latch:
  %k = arith.addi %j, %one : i32
  %more = arith.cmpi slt, %k, %i : i32
  cf.cond_br %more, ^inner(%k : i32), ^next
^next:
  %l = arith.addi %i, %one : i32
  %again = arith.cmpi slt, %l, %n : i32
  cf.cond_br %again, ^outer(%l : i32), ^end
^end:
  return
}

// A loop with two entries is declined.

func.func @irreducible(%c: i1, %d: i1, %m: memref<i32>, %x: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  memref.store %x, %m[] : memref<i32>
  cf.br ^b
^b:
  cf.cond_br %d, ^a, ^end
^end:
  return
}
