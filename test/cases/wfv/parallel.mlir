// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv,canonicalize,cse)'
// RUN: rmlir-run %s --entry double --args 3 random:2x7 5 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv)' | rmlir-run - --entry double --args 3 random:2x7 5 --print-arguments
// Lanes are turns of the last dimension of a parallel loop; rounds stay parallel. What is left runs with a mask.

func.func @double(%by: i32, %a: memref<2x7xi32>, %more: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c7) step (%c1, %c1) {
    %x = memref.load %a[%i, %j] : memref<2x7xi32>
    %y = arith.muli %x, %by : i32
    %z = arith.addi %y, %more : i32
    memref.store %z, %a[%i, %j] : memref<2x7xi32>
    scf.reduce
  } {pvec.vectorize_calls = 4 : i64}
  return
}
