// RUN: rmlir-opt %s --convert-func-to-llvm

// A structure that is converted gets another name. Here another structure has it, so this function stays.
func.func private @taken(!llvm.struct<"_Converted.pair", (f32, f32)>)
func.func private @stays(!llvm.struct<"pair", (index, f32)>)

// Here the structure with that name is the same.
func.func private @same(!llvm.struct<"_Converted.list", (ptr, i64)>)
func.func private @becomes_the_same(!llvm.struct<"list", (ptr, index)>)

// The name is free.
func.func private @free(!llvm.struct<"tree", (struct<"tree">, index)>)
