; RUN: rmlir-translate --import-llvm --mlir-print-debuginfo %s

; The file of a function is a compile unit, the type of a variable a file, and the variable of another one a function: no
; such attributes exist.

@counter = global i32 3, align 4, !dbg !5
@other = global i32 3, align 4, !dbg !11

define void @f() !dbg !7 {
  ret void, !dbg !3
}

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!10}

!0 = !DIFile(filename: "a.c", directory: "/")
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !0, emissionKind: FullDebug)
!3 = !DILocation(line: 1, scope: !7)
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "counter", scope: !1, file: !0, type: !0)
!7 = distinct !DISubprogram(name: "f", scope: !0, file: !1, line: 1, type: !8, spFlags: DISPFlagDefinition, unit: !1)
!8 = !DISubroutineType(types: !9)
!9 = !{null}
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !DIGlobalVariableExpression(var: !7, expr: !DIExpression())
