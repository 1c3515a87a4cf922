; RUN: rmlir-translate --import-llvm %s

; Words of older versions for effects on memory and for captures.
declare void @all(ptr nocapture readonly) argmemonly readonly nounwind

declare void @none() inaccessiblemem_or_argmemonly readnone

declare void @written(ptr writeonly) #0

define amdgpu_cs_chain void @chain(ptr nocapture %p) {
  call void @all(ptr %p) #1
  ret void
}

attributes #0 = { inaccessiblememonly writeonly }
attributes #1 = { readonly }
