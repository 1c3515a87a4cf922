// Debug information, loop metadata and what accesses may alias are written once, under their mnemonics.
// RUN: rmlir-opt %s

#file = #llvm.di_file<"a.c" in "/src">
#root = #llvm.tbaa_root<id = "root">
#int = #llvm.tbaa_type_desc<id = "int", members = {<#root, 0>}>
#tag = #llvm.tbaa_tag<base_type = #int, access_type = #int, offset = 0>
#variable = #llvm.di_local_variable<scope = #file, name = "v", flags = "Public|Artificial">
#loop = #llvm.loop_annotation<unroll = <disable = true>, mustProgress = true>

llvm.func @f(%p: !llvm.ptr) {
  %0 = llvm.load %p {tbaa = [#tag]} : !llvm.ptr -> i32
  llvm.intr.dbg.value #variable #llvm.di_expression<[DW_OP_plus_uconst(8), DW_OP_deref]> = %0 : i32
  llvm.br ^bb1
^bb1:
  llvm.br ^bb1 {loop_annotation = #loop}
}
