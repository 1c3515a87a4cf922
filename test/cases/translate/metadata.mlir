// RUN: rmlir-translate --mlir-to-llvmir %s

#root = #llvm.tbaa_root<id = "C">
#char = #llvm.tbaa_type_desc<id = "char", members = {<#root, 0>}>
#int = #llvm.tbaa_type_desc<id = "int", members = {<#char, 0>}>
#pair = #llvm.tbaa_type_desc<id = "pair", members = {<#int, 0>, <#char, 4>}>
#second = #llvm.tbaa_tag<base_type = #pair, access_type = #char, offset = 4>
#first = #llvm.tbaa_tag<base_type = #int, access_type = #int, offset = 0>
#domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "here">
#scope_a = #llvm.alias_scope<id = distinct[1]<>, domain = #domain, description = "a">
#scope_b = #llvm.alias_scope<id = distinct[2]<>, domain = #domain>
#group = #llvm.access_group<id = distinct[3]<>>
#unroll = #llvm.loop_unroll<count = 4 : i32, disable = false>
#vectorize = #llvm.loop_vectorize<disable = true>
#loop = #llvm.loop_annotation<unroll = #unroll, vectorize = #vectorize, mustProgress = true, parallelAccesses = #group>

llvm.func @kernel(%n: i64, %p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^body(%zero : i64)
^body(%i: i64):
  %x = llvm.load %p {tbaa = [#first], alias_scopes = [#scope_a], noalias_scopes = [#scope_b], access_groups = [#group]} : !llvm.ptr -> i32
  %y = llvm.trunc %x : i32 to i8
  llvm.store %y, %q {tbaa = [#second], alias_scopes = [#scope_b], noalias_scopes = [#scope_a], access_groups = [#group]} : i8, !llvm.ptr
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "ult" %next, %n : i64
  llvm.cond_br %more, ^body(%next : i64), ^exit {loop_annotation = #loop}
^exit:
  llvm.return
}
