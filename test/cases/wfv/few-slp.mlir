// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{few=1},canonicalize,cse,func.func(slp-vectorize,canonicalize,cse))'
// RUN: rmlir-run %s --entry all --args 22 random:22 random:88 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{few=1},canonicalize,func.func(slp-vectorize))' | rmlir-run - --entry all --args 22 random:22 random:88 --print-arguments
// The scalar code that one lane runs is made of vectors where it does the same for elements that follow each other.

func.func @update(%i: index {pvec.clause = #pvec.linear<1>}, %x: i32, %o: memref<?xi32> {pvec.clause = #pvec.uniform})
    attributes {pvec.function = #pvec.function<4, both>} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %three = arith.constant 3 : i32
  %zero = arith.constant 0 : i32
  %rest = arith.andi %x, %three : i32
  %is = arith.cmpi eq, %rest, %zero : i32
  scf.if %is {
    %i0 = arith.muli %i, %c4 : index
    %i1 = arith.addi %i0, %c1 : index
    %i2 = arith.addi %i0, %c2 : index
    %i3 = arith.addi %i0, %c3 : index
    %a0 = memref.load %o[%i0] : memref<?xi32>
    %a1 = memref.load %o[%i1] : memref<?xi32>
    %a2 = memref.load %o[%i2] : memref<?xi32>
    %a3 = memref.load %o[%i3] : memref<?xi32>
    %p0 = arith.muli %a0, %x : i32
    %p1 = arith.muli %a1, %x : i32
    %p2 = arith.muli %a2, %x : i32
    %p3 = arith.muli %a3, %x : i32
    memref.store %p0, %o[%i0] : memref<?xi32>
    memref.store %p1, %o[%i1] : memref<?xi32>
    memref.store %p2, %o[%i2] : memref<?xi32>
    memref.store %p3, %o[%i3] : memref<?xi32>
  }
  return
}

func.func @all(%n: index, %a: memref<22xi32>, %b: memref<88xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %o = memref.cast %b : memref<88xi32> to memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<22xi32>
    func.call @update(%i, %x, %o) : (index, i32, memref<?xi32>) -> ()
  } {pvec.vectorize_calls = 4 : i64}
  return
}
