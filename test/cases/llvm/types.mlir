// Types inside types leave out the dialect's prefix; a structure's name stands for it in its own body.
// RUN: rmlir-opt %s

llvm.func @f(!llvm.struct<"node", (ptr<3>, array<4 x struct<packed (i8, f32)>>)>, !llvm.target<"spirv.Event">)
llvm.mlir.global external @g() : !llvm.struct<"list", (ptr, array<2 x struct<"list">>)>
