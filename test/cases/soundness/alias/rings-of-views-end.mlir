// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-alias-analysis,slp-vectorize,scf-for-scalar-promotion),wfv-select{gain=1 width=4})'
// In a block that is not reachable, views may be views of themselves.

func.func @ring(%k: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  return
^bb1:
  %a = memref.cast %b {test.ptr = "a"} : memref<?xi32> to memref<8xi32>
  %b = memref.cast %a {test.ptr = "b"} : memref<8xi32> to memref<?xi32>
  %v = memref.assume_alignment %v, 4 {test.ptr = "v"} : memref<8xi32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<8xi32>
    memref.store %x, %b[%i] : memref<?xi32>
    memref.store %k, %v[%i] : memref<8xi32>
  }
  cf.br ^bb1
}
