; RUN: rmlir-translate --import-llvm %s

; The summary that clang appends for link-time optimization says nothing new.
@g = global i32 1

define i32 @f() {
  %x = load i32, ptr @g
  ret i32 %x
}

^0 = module: (path: "[Regular LTO]", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "g", summaries: (variable: (module: ^0, flags: (linkage: external))))
^2 = gv: (name: "f", summaries: (function: (module: ^0, insts: 2, refs: (readonly ^1)))) ; guid = 3
^3 = flags: 8
^4 = blockcount: 1
