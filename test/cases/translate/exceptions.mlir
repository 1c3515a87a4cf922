// RUN: rmlir-translate --mlir-to-llvmir %s

llvm.mlir.global external constant @type_info() : !llvm.ptr
llvm.func @__gxx_personality_v0(...) -> i32
llvm.func @may_throw(i32) -> i32

llvm.func @catches(%x: i32) -> i32 attributes {personality = @__gxx_personality_v0} {
  %info = llvm.mlir.addressof @type_info : !llvm.ptr
  %null = llvm.mlir.zero : !llvm.ptr
  %0 = llvm.invoke @may_throw(%x) to ^good unwind ^bad : (i32) -> i32
^good:
  llvm.return %0 : i32
^bad:
  %1 = llvm.landingpad cleanup (catch %info : !llvm.ptr) (catch %null : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.resume %1 : !llvm.struct<(ptr, i32)>
}

llvm.func @assembly(%x: i32) -> i32 {
  %0 = llvm.inline_asm has_side_effects "bswap $0", "=r,0" %x : (i32) -> i32
  %1 = llvm.inline_asm asm_dialect = intel "mov $0, $1", "=r,r,~{memory}" %0 : (i32) -> i32
  llvm.return %1 : i32
}
