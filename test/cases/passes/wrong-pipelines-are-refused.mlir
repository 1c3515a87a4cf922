// RUN: rmlir-opt %s --pass-pipeline='builtin.module(nothing)'
// RUN: rmlir-opt %s --pass-pipeline='func.func(cse)'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(cse'

func.func private @f()
