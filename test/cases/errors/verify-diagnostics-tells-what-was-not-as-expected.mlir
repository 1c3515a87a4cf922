// RUN: rmlir-opt %s --split-input-file --verify-diagnostics
// RUN: rmlir-opt %s --split-input-file

// expected-error @+1 {{never said}}
func.func private @f()
