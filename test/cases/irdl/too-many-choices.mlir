// RUN: rmlir-opt %s --irdl-file=%S/too-many-choices.irdl.mlir

// A choice of 2^24 ways, none of which is right.
func.func private @f(!d.t<i64>)
