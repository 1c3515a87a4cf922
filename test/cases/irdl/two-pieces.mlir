// RUN: rmlir-opt %s --split-input-file

func.func private @f()
// -----
func.func private @g()
