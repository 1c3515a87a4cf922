; RUN: rmlir-translate --import-llvm %s

; The attribute for features of a target has features that are switched on or off; other text is kept as it is.

define void @signed() "target-features"="+cmov,-cx8" {
  ret void
}

define void @unsigned() "target-features"="f80cmov,+cx8" {
  ret void
}

define void @empty() "target-features"="" {
  ret void
}
