// RUN: rmlir-translate --mlir-to-llvmir %s

llvm.comdat @groups {
  llvm.comdat_selector @shared any
}

llvm.mlir.global external @declared() : i32
llvm.mlir.global internal @counter(0 : i64) {addr_space = 0 : i32, alignment = 16 : i64} : i64
llvm.mlir.global private unnamed_addr constant @text("a\22b\0A\00") : !llvm.array<5 x i8>
llvm.mlir.global external hidden thread_local @local(3.5 : f32) : f32
llvm.mlir.global linkonce_odr constant @shared(dense<[1, 2, 3]> : tensor<3xi16>) comdat(@groups::@shared) : !llvm.array<3 x i16>
llvm.mlir.global weak @sectioned(dense<0.0> : vector<4xf64>) {section = ".mine"} : vector<4xf64>
llvm.mlir.global external constant @nested() : !llvm.struct<"pair", (ptr, array<2 x i32>)> {
  %poison = llvm.mlir.poison : !llvm.struct<"pair", (ptr, array<2 x i32>)>
  %address = llvm.mlir.addressof @counter : !llvm.ptr
  %numbers = llvm.mlir.constant(dense<[7, 8]> : tensor<2xi32>) : !llvm.array<2 x i32>
  %first = llvm.insertvalue %address, %poison[0] : !llvm.struct<"pair", (ptr, array<2 x i32>)>
  %both = llvm.insertvalue %numbers, %first[1] : !llvm.struct<"pair", (ptr, array<2 x i32>)>
  llvm.return %both : !llvm.struct<"pair", (ptr, array<2 x i32>)>
}
llvm.mlir.alias external @other {dso_local} : i64 {
  %address = llvm.mlir.addressof @counter : !llvm.ptr
  llvm.return %address : !llvm.ptr
}
llvm.func @start() {
  llvm.return
}
llvm.mlir.global_ctors ctors = [@start], priorities = [7 : i32], data = [#llvm.zero]
