// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{coherent=4},canonicalize,cse)'
// RUN: rmlir-run %s --entry all --args 22 random:22 random:22 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{coherent=4})' | rmlir-run - --entry all --args 22 random:22 random:22 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{coherent=4 few=1 boscc=4})' | rmlir-run - --entry all --args 22 random:22 random:22 --print-arguments
// If all lanes go the same way there are no masks. The first elements do.

func.func @clip(%i: index {pvec.clause = #pvec.linear<1>}, %x: i32, %o: memref<?xi32>)
    attributes {pvec.function = #pvec.function<4, unmasked>} {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %is = arith.cmpi slt, %x, %zero : i32
  cf.cond_br %is, ^below(%x : i32), ^above
^below(%z: i32):
  %y = arith.muli %z, %three : i32
  %old = memref.load %o[%i] : memref<?xi32>
  %sum = arith.addi %y, %old : i32
  cf.br ^out(%sum : i32)
^above:
  %w = memref.load %o[%i] : memref<?xi32>
  %v = arith.subi %w, %x : i32
  %u = arith.xori %v, %three : i32
  cf.br ^out(%u : i32)
^out(%r: i32):
  memref.store %r, %o[%i] : memref<?xi32>
  return
}

func.func @all(%n: index, %a: memref<22xi32>, %b: memref<22xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %minus = arith.constant -5 : i32
  %plus = arith.constant 5 : i32
  // The first four are below, the next four above.
  scf.for %i = %c0 to %c4 step %c1 {
    %j = arith.addi %i, %c4 : index
    memref.store %minus, %a[%i] : memref<22xi32>
    memref.store %plus, %a[%j] : memref<22xi32>
  }
  %o = memref.cast %b : memref<22xi32> to memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<22xi32>
    func.call @clip(%i, %x, %o) : (index, i32, memref<?xi32>) -> ()
  } {pvec.vectorize_calls = 4 : i64}
  return
}
