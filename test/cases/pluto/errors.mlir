// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{tile tile-sizes=4,0}))'
// A tile has at least one turn.

func.func @empty() {
  return
}
