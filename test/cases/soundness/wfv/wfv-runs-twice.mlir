// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv,wfv)' --verify-semantics -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4},wfv,wfv-select{gain=1 width=8},wfv,wfv{few=2})' --verify-semantics | rmlir-opt - -o /dev/null --symbol-dce
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv,wfv)' --symbol-dce
// The variants that a run has made are there for the next one, and loops get names that are not taken.

func.func private @square(%x: f32) -> f32 attributes {pvec.function = #pvec.function<4, both>} {
  %y = arith.mulf %x, %x : f32
  return %y : f32
}

// The names that the first loop would get are taken.
func.func private @two_loops_loop0() {
  return
}

func.func private @two_loops_loop1_version0() {
  return
}

func.func @two_loops(%n: index, %d: index, %a: memref<19xf32>, %b: memref<19xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  call @two_loops_loop0() : () -> ()
  call @two_loops_loop1_version0() : () -> ()
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<19xf32>
    %y = func.call @square(%x) : (f32) -> f32
    memref.store %y, %a[%i] : memref<19xf32>
  } {pvec.vectorize_calls = 4 : i64}
  scf.for %i = %c0 to %n step %c1 {
    %e = arith.xori %i, %d : index
    memref.store %e, %b[%i] : memref<19xindex>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

func.func @later(%n: index, %a: memref<19xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<19xf32>
    %y = func.call @square(%x) : (f32) -> f32
    memref.store %y, %a[%i] : memref<19xf32>
  }
  return
}
