// RUN: rmlir-opt %s --convert-func-to-llvm

// The descriptor of a memref is made of what it holds, unless that is not known at all.
func.func private @ranked() -> memref<4x!test.memref_element>

func.func private @unranked(memref<*x!test.memref_element>)

func.func private @known(memref<4xi32>)
