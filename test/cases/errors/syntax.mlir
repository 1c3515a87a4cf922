// RUN: rmlir-opt %s --split-input-file --verify-diagnostics
// RUN: rmlir-opt %s --split-input-file

// expected-error @+1 {{custom op 'func.nothing' is unknown}}
func.nothing
