// Loops have a version for multiples of the number of lanes, one for each power of two below, and one for all else.
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv,canonicalize,cse)'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{versions=false},canonicalize,cse)'

func.func @partner(%n: index, %d: index, %a: memref<?xf32>, %o: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %other = arith.xori %i, %d : index
    %x = memref.load %a[%other] : memref<?xf32>
    memref.store %x, %o[%i] : memref<?xf32>
  } {pvec.vectorize_calls = 2 : i64}
  return
}
