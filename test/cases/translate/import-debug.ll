; RUN: rmlir-translate --import-llvm %s
; RUN: rmlir-translate --import-llvm --mlir-print-debuginfo %s

source_filename = "sum.ll"

%node = type { i32, ptr }

@counter = internal global i32 3, align 4, !dbg !0
@.str = private constant [4 x i32] [i32 115, i32 117, i32 109, i32 0], align 4, !dbg !34

define i32 @sum(ptr %list, i64 %limit) !dbg !12 {
entry:
    #dbg_value(ptr %list, !20, !DIExpression(), !24)
    #dbg_value(i64 %limit, !21, !DIExpression(), !24)
    #dbg_value(i32 0, !22, !DIExpression(), !24)
  %slot = alloca i32, align 4
    #dbg_declare(ptr %slot, !23, !DIExpression(DW_OP_plus_uconst, 8), !25)
  store i32 0, ptr %slot, align 4, !dbg !25
  %value = load i32, ptr %list, align 8, !dbg !26
    #dbg_value(i32 %value, !22, !DIExpression(), !24)
    #dbg_value(!DIArgList(i32 %value, i64 %limit), !21, !DIExpression(DW_OP_LLVM_arg, 0), !24)
  br label %end
end:
    #dbg_label(!27, !26)
  ret i32 %value, !dbg !26
}

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!9, !10}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !3, line: 5, type: !5, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "a compiler", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, nameTableKind: None)
!3 = !DIFile(filename: "sum.c", directory: "/src")
!4 = !{!30}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 2, size: 128, elements: !7)
!7 = !{!8, !11}
!8 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !6, file: !3, line: 2, baseType: !5, size: 32)
!9 = !{i32 7, !"Dwarf Version", i32 5}
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !6, file: !3, line: 2, baseType: !14, size: 64, offset: 64)
!12 = distinct !DISubprogram(name: "sum", scope: !3, file: !3, line: 7, type: !13, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !19)
!13 = !DISubroutineType(types: !15)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)
!15 = !{!5, !14, !16}
!16 = !DIDerivedType(tag: DW_TAG_typedef, name: "size_t", file: !3, line: 1, baseType: !17)
!17 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!18 = !DISubrange(count: 4)
!19 = !{!20, !21, !22, !23}
!20 = !DILocalVariable(name: "list", arg: 1, scope: !12, file: !3, line: 7, type: !14)
!21 = !DILocalVariable(name: "limit", arg: 2, scope: !12, file: !3, line: 7, type: !16)
!22 = !DILocalVariable(name: "sum", scope: !12, file: !3, line: 9, type: !5)
!23 = !DILocalVariable(name: "slot", scope: !28, file: !3, line: 10, type: !29)
!24 = !DILocation(line: 0, scope: !12)
!25 = !DILocation(line: 10, column: 7, scope: !28)
!26 = !DILocation(line: 11, column: 3, scope: !12)
!27 = !DILabel(scope: !12, name: "end", file: !3, line: 11)
!28 = distinct !DILexicalBlock(scope: !12, file: !3, line: 10, column: 5)
!29 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, size: 128, elements: !31)
!30 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "color", file: !3, line: 4, baseType: !5, size: 32, elements: !32)
!31 = !{!18}
!32 = !{!33}
!33 = !DIEnumerator(name: "RED", value: 0)
!34 = !DIGlobalVariableExpression(var: !35, expr: !DIExpression())
!35 = distinct !DIGlobalVariable(scope: null, file: !3, line: 12, type: !29, isLocal: true, isDefinition: true)
