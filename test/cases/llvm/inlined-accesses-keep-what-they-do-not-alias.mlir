// RUN: rmlir-opt %s --inline --split-input-file
// Scopes are new for each call, as only within one call nothing else aliases an argument.

llvm.func internal @copy(%to: !llvm.ptr {llvm.noalias}, %from: !llvm.ptr {llvm.noalias}, %other: !llvm.ptr) {
  %0 = llvm.load %from : !llvm.ptr -> f32
  %1 = llvm.getelementptr %to[3] : (!llvm.ptr) -> !llvm.ptr, f32
  llvm.store %0, %1 : f32, !llvm.ptr
  llvm.store %0, %other : f32, !llvm.ptr
  llvm.return
}
llvm.func @twice(%a: !llvm.ptr, %b: !llvm.ptr) {
  llvm.call @copy(%a, %b, %b) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.call @copy(%b, %a, %a) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// -----

// Pointers are followed through conditions, blocks and casts; a call, and what is not understood, may reach anything.
llvm.func @sink(!llvm.ptr)
llvm.func internal @ways(%p: !llvm.ptr {llvm.noalias}, %q: !llvm.ptr {llvm.noalias}, %c: i1, %x: i64) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %own = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  llvm.store %x, %own : i64, !llvm.ptr
  %either = llvm.select %c, %p, %q : i1, !llvm.ptr
  llvm.store %x, %either : i64, !llvm.ptr
  %mixed = llvm.select %c, %p, %own : i1, !llvm.ptr
  llvm.store %x, %mixed : i64, !llvm.ptr
  llvm.cond_br %c, ^bb1(%p : !llvm.ptr), ^bb1(%either : !llvm.ptr)
^bb1(%r: !llvm.ptr):
  %far = llvm.addrspacecast %r : !llvm.ptr to !llvm.ptr<3>
  llvm.store %x, %far : i64, !llvm.ptr<3>
  %made = llvm.inttoptr %x : i64 to !llvm.ptr
  llvm.store %x, %made : i64, !llvm.ptr
  llvm.call @sink(%p) : (!llvm.ptr) -> ()
  %0 = llvm.atomicrmw add %q, %x monotonic : !llvm.ptr, i64
  "llvm.intr.memcpy"(%p, %q, %one) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memcpy"(%p, %made, %one) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}
llvm.func @calls_ways(%a: !llvm.ptr, %b: !llvm.ptr, %c: i1, %x: i64) {
  llvm.call @ways(%a, %b, %c, %x) : (!llvm.ptr, !llvm.ptr, i1, i64) -> ()
  llvm.return
}

// -----

// What the callee says of scopes is made anew, and what the call says is added.
#domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "inside">
#in = #llvm.alias_scope<id = distinct[1]<>, domain = #domain, description = "in">
#out = #llvm.alias_scope<id = distinct[2]<>, domain = #domain>
#around = #llvm.alias_scope_domain<id = distinct[3]<>>
#call = #llvm.alias_scope<id = distinct[4]<>, domain = #around>
#group = #llvm.access_group<id = distinct[5]<>>
#other = #llvm.access_group<id = distinct[6]<>>
llvm.func internal @scoped(%p: !llvm.ptr, %q: !llvm.ptr) {
  llvm.intr.experimental.noalias.scope.decl #in
  %0 = llvm.load %p {alias_scopes = [#in], noalias_scopes = [#out], access_groups = [#group]} : !llvm.ptr -> f32
  llvm.store %0, %q {alias_scopes = [#out]} : f32, !llvm.ptr
  llvm.return
}
llvm.func @scopes_of_calls(%a: !llvm.ptr, %b: !llvm.ptr) {
  llvm.call @scoped(%a, %b) {access_groups = [#other]} : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @scoped(%a, %b) {alias_scopes = [#call], noalias_scopes = [#call]} : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// -----

// The same pointer for two arguments that nothing else aliases.
llvm.func internal @both(%p: !llvm.ptr {llvm.noalias}, %q: !llvm.ptr {llvm.noalias}) {
  %0 = llvm.load %p : !llvm.ptr -> f32
  llvm.store %0, %q : f32, !llvm.ptr
  llvm.return
}
llvm.func @same(%a: !llvm.ptr) {
  llvm.call @both(%a, %a) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
