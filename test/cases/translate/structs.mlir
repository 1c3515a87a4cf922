// RUN: rmlir-translate --mlir-to-llvmir %s

llvm.func @types(!llvm.struct<"list", (i32, ptr)>, !llvm.struct<packed (i8, i32)>, !llvm.array<2 x struct<"list", (i32, ptr)>>, vector<[2]xf64>, !llvm.target<"spirv.Event", i32, 4>)
llvm.func @opaque() -> !llvm.struct<"odd name", packed (f32, array<0 x i8>)>
llvm.func @get(%s: !llvm.struct<(i32, struct<(f32, f32)>)>, %f: f32) -> f32 {
  %0 = llvm.insertvalue %f, %s[1, 0] : !llvm.struct<(i32, struct<(f32, f32)>)>
  %1 = llvm.extractvalue %0[1, 1] : !llvm.struct<(i32, struct<(f32, f32)>)>
  llvm.return %1 : f32
}
