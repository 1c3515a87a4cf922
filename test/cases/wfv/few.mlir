// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{few=1},canonicalize,cse)'
// RUN: rmlir-run %s --entry all --args 22 random:22 zeros:22 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{few=1})' | rmlir-run - --entry all --args 22 random:22 zeros:22 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{few=4})' | rmlir-run - --entry all --args 22 random:22 zeros:22 --print-arguments
// What costs much and one lane needs is done by scalar code; what it passes is what it brought along, or computed.

func.func @update(%i: index {pvec.clause = #pvec.linear<1>}, %x: i32, %o: memref<?xi32>) -> i32
    attributes {pvec.function = #pvec.function<4, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %seven = arith.constant 7 : i32
  %zero = arith.constant 0 : i32
  %rest = arith.andi %x, %seven : i32
  %is = arith.cmpi eq, %rest, %zero : i32
  %y = scf.if %is -> i32 {
    %sum = scf.for %j = %c0 to %c9 step %c1 iter_args(%s = %x) -> i32 {
      %number = arith.index_cast %j : index to i32
      %product = arith.muli %s, %seven : i32
      %next = arith.addi %product, %number : i32
      scf.yield %next : i32
    }
    memref.store %sum, %o[%i] : memref<?xi32>
    scf.yield %sum : i32
  } else {
    scf.yield %rest : i32
  }
  return %y : i32
}

func.func @all(%n: index, %a: memref<22xi32>, %b: memref<22xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %o = memref.cast %b : memref<22xi32> to memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<22xi32>
    %y = func.call @update(%i, %x, %o) : (index, i32, memref<?xi32>) -> i32
    memref.store %y, %a[%i] : memref<22xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}
