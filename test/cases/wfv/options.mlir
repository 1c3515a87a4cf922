// Numbers that options do not take.
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{interleave=9})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{interleave=2 width=8})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{regroup=1})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(wfv-regroup{vectors=65}))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{width=65})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-wfv{width=65})'

func.func @f() {
  return
}
