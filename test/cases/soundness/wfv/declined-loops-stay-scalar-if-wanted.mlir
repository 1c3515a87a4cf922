// With `keep-scalar`, marked loops that cannot be made for lanes stay as they are, with a remark; the others are made.
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{keep-scalar})' --verify-semantics=20 --remarks-filter-missed=wfv --remarks-filter-passed=wfv
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{keep-scalar width=8 tail=scalar})' --verify-semantics=20 --remarks-filter-missed=wfv --remarks-filter-passed=wfv -o /dev/null

func.func @loops(%a: memref<48xi32>, %b: memref<48xi32>, %p: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0 : i32
  // An iteration reads what the one before has written.
  scf.for %i = %c1 to %c32 step %c1 {
    %j = arith.subi %i, %c1 : index
    %x = memref.load %a[%j] : memref<48xi32>
    memref.store %x, %a[%i] : memref<48xi32>
  } {pvec.vectorize_calls = 4 : i64}
  // Lanes would have memory of their own.
  scf.for %i = %c0 to %c32 step %c1 {
    %at = arith.index_cast %i : index to i32
    %even = arith.cmpi slt, %at, %zero : i32
    %c = arith.select %even, %a, %b : memref<48xi32>
    %x = memref.load %c[%i] : memref<48xi32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %b[%i] : memref<48xi32>
  } {pvec.vectorize_calls = 4 : i64}
  // Which element is stored depends on the iteration before.
  %last = scf.for %i = %c0 to %c32 step %c1 iter_args(%t = %zero) -> i32 {
    %x = memref.load %a[%i] : memref<48xi32>
    %u = arith.addi %t, %x : i32
    memref.store %u, %b[%i] : memref<48xi32>
    scf.yield %u : i32
  } {pvec.vectorize_calls = 4 : i64}
  // This one can be made for 4 lanes, and for 8 as well.
  scf.for %i = %c0 to %c32 step %c1 {
    %x = memref.load %a[%i] : memref<48xi32>
    %y = arith.muli %x, %x : i32
    memref.store %y, %a[%i] : memref<48xi32>
  } {pvec.vectorize_calls = 4 : i64}
  affine.for %i = 0 to 32 {
    %x = affine.load %b[%i] : memref<48xi32>
    affine.store %x, %b[%i + 5] : memref<48xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return %last : i32
}
