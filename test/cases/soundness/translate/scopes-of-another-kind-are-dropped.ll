; RUN: rmlir-translate --import-llvm %s
; RUN: rmlir-translate --import-llvm --mlir-print-debuginfo %s

; The scopes of these nodes are not represented: so are not the nodes.

@counter = global i32 3, align 4, !dbg !5

define void @f(i32 %x) !dbg !7 {
  #dbg_value(i32 %x, !4, !DIExpression(), !3)
  ret void, !dbg !3
}

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!10}

!0 = !DIFile(filename: "a.c", directory: "/")
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !0, emissionKind: FullDebug)
!2 = distinct !DILexicalBlock(scope: !{}, file: !0, line: 1)
!3 = !DILocation(line: 1, scope: !2)
!4 = !DILocalVariable(name: "x", scope: !2, file: !0, line: 1)
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "counter", scope: !1)
!7 = distinct !DISubprogram(name: "f", scope: !0, file: !0, line: 1, type: !8, spFlags: DISPFlagDefinition, unit: !1)
!8 = !DISubroutineType(types: !9)
!9 = !{null}
!10 = !{i32 2, !"Debug Info Version", i32 3}
