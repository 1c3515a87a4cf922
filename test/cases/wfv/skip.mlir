// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{boscc=8 stop-after=linearize},wfv{boscc=8},canonicalize,cse)'
// What few lanes need is skipped if none does, if it costs enough.

func.func @rare(%i: index {pvec.clause = #pvec.linear<1>}, %x: i32, %a: memref<?xi32>) attributes {pvec.function = #pvec.function<4, unmasked>} {
  %c0 = arith.constant 0 : i32
  %is = arith.cmpi eq, %x, %c0 : i32
  cf.cond_br %is, ^much, ^little
^much:
  %v = memref.load %a[%i] : memref<?xi32>
  %p = arith.index_cast %v : i32 to index
  %w = memref.load %a[%p] : memref<?xi32>
  memref.store %w, %a[%i] : memref<?xi32>
  cf.br ^out
^little:
  %y = arith.addi %x, %x : i32
  cf.br ^out
^out:
  return
}
