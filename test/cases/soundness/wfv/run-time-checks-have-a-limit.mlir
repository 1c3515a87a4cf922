// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4})' --remarks-filter-missed=wfv-select --remarks-filter-passed=wfv-select -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4 runtime-checks=9},wfv)' --remarks-filter-missed=wfv-select --remarks-filter-passed=wfv-select --verify-semantics -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4 runtime-checks=0})' --remarks-filter-missed=wfv-select -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4 max-pairs=18})' --remarks-filter-missed=wfv-select -o /dev/null
// A remark names the option by which more run-time checks are allowed, or more pairs of accesses.

func.func @ten(%n: index, %a0: memref<16xf32>, %a1: memref<16xf32>, %a2: memref<16xf32>, %a3: memref<16xf32>, %a4: memref<16xf32>, %a5: memref<16xf32>, %a6: memref<16xf32>, %a7: memref<16xf32>, %a8: memref<16xf32>, %a9: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x0 = memref.load %a0[%i] : memref<16xf32>
    %x1 = memref.load %a1[%i] : memref<16xf32>
    %x2 = memref.load %a2[%i] : memref<16xf32>
    %x3 = memref.load %a3[%i] : memref<16xf32>
    %x4 = memref.load %a4[%i] : memref<16xf32>
    %x5 = memref.load %a5[%i] : memref<16xf32>
    %x6 = memref.load %a6[%i] : memref<16xf32>
    %x7 = memref.load %a7[%i] : memref<16xf32>
    %x8 = memref.load %a8[%i] : memref<16xf32>
    %s1 = arith.addf %x0, %x1 : f32
    %s2 = arith.addf %s1, %x2 : f32
    %s3 = arith.addf %s2, %x3 : f32
    %s4 = arith.addf %s3, %x4 : f32
    %s5 = arith.addf %s4, %x5 : f32
    %s6 = arith.addf %s5, %x6 : f32
    %s7 = arith.addf %s6, %x7 : f32
    %s8 = arith.addf %s7, %x8 : f32
    memref.store %s8, %a9[%i] : memref<16xf32>
  }
  return
}
