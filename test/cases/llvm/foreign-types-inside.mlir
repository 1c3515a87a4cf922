// A type that has another dialect's types inside keeps its prefix wherever it stands; so does a structure that stands
// in itself.
// RUN: rmlir-opt %s

func.func private @lists(!llvm.array<2 x array<3 x index>>, !llvm.array<2 x array<3 x i32>>)
func.func private @structures(!llvm.struct<(i32, struct<(index)>, array<2 x index>)>)
func.func private @recursive(!llvm.struct<"list", (!llvm.struct<"list">, index)>, !llvm.struct<"other", (struct<"other">, ptr)>)
