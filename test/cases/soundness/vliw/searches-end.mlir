// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=tic6x stop-after=registers max-steps=20000})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=tic6x max-steps=20000})' --remarks-filter-missed=vliw-pipeline
// The search for clusters takes time in proportion to the dependences for each operation: it ends after a number of steps,
// with what was found so far, and says so.

func.func @many(%a: memref<4096xi32>, %at: memref<4096xindex>, %k: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %q0 = memref.load %at[%i] : memref<4096xindex>
    %v0 = memref.load %a[%q0] : memref<4096xi32>
    %w0 = arith.muli %v0, %k : i32
    memref.store %w0, %a[%q0] : memref<4096xi32>
    %q1 = memref.load %at[%i] : memref<4096xindex>
    %v1 = memref.load %a[%q1] : memref<4096xi32>
    %w1 = arith.muli %v1, %k : i32
    memref.store %w1, %a[%q1] : memref<4096xi32>
    %q2 = memref.load %at[%i] : memref<4096xindex>
    %v2 = memref.load %a[%q2] : memref<4096xi32>
    %w2 = arith.muli %v2, %k : i32
    memref.store %w2, %a[%q2] : memref<4096xi32>
    %q3 = memref.load %at[%i] : memref<4096xindex>
    %v3 = memref.load %a[%q3] : memref<4096xi32>
    %w3 = arith.muli %v3, %k : i32
    memref.store %w3, %a[%q3] : memref<4096xi32>
    %q4 = memref.load %at[%i] : memref<4096xindex>
    %v4 = memref.load %a[%q4] : memref<4096xi32>
    %w4 = arith.muli %v4, %k : i32
    memref.store %w4, %a[%q4] : memref<4096xi32>
    %q5 = memref.load %at[%i] : memref<4096xindex>
    %v5 = memref.load %a[%q5] : memref<4096xi32>
    %w5 = arith.muli %v5, %k : i32
    memref.store %w5, %a[%q5] : memref<4096xi32>
  }
  return
}
