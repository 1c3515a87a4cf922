// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{tail=scalar},canonicalize,cse)'
// RUN: rmlir-run %s --entry square --args random:23 11 1 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{tail=scalar})' | rmlir-run - --entry square --args random:23 11 1 --print-arguments
// RUN: rmlir-run %s --entry square --args random:23 20 2 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{tail=scalar})' | rmlir-run - --entry square --args random:23 20 2 --print-arguments
// RUN: rmlir-run %s --entry square --args random:23 2 3 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{tail=scalar})' | rmlir-run - --entry square --args random:23 2 3 --print-arguments
// Turns that are left after whole rounds run one after the other, by the function that the body became: one of five, one of
// nine, none where there are no turns at all.

func.func @square(%a: memref<23xi32>, %n: index, %from: index) {
  %c2 = arith.constant 2 : index
  scf.for %i = %from to %n step %c2 {
    %x = memref.load %a[%i] : memref<23xi32>
    %y = arith.muli %x, %x : i32
    memref.store %y, %a[%i] : memref<23xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}
