// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=gp5})'
// A machine that is not there is an error.

func.func @f() {
  return
}
