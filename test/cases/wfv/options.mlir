// Numbers that options do not take.
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{interleave=9})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{interleave=2 width=8})'

func.func @f() {
  return
}
