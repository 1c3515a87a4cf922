// RUN: rmlir-translate --mlir-to-llvmir %s

#file = #llvm.di_file<"kernel.c" in "/src">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #file, producer = "rmlir", isOptimized = true, emissionKind = Full>
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#pointer = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #int, sizeInBits = 64>
#type = #llvm.di_subroutine_type<types = #int, #pointer>
#function = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "first", linkageName = "first", file = #file, line = 3, scopeLine = 4, subprogramFlags = "Definition|Optimized", type = #type>
#block = #llvm.di_lexical_block<scope = #function, file = #file, line = 5, column = 2>
#argument = #llvm.di_local_variable<scope = #function, name = "p", file = #file, line = 3, arg = 1, type = #pointer>
#local = #llvm.di_local_variable<scope = #block, name = "x", file = #file, line = 6, type = #int>

llvm.func @first(%p: !llvm.ptr) -> i32 {
  llvm.intr.dbg.value #argument = %p : !llvm.ptr loc(#at_start)
  %x = llvm.load %p : !llvm.ptr -> i32 loc(#inside)
  llvm.intr.dbg.value #local #llvm.di_expression<[DW_OP_plus_uconst(1), DW_OP_stack_value]> = %x : i32 loc(#inside)
  llvm.return %x : i32 loc(#at_end)
} loc(#of_function)

#start = loc("kernel.c":3:7)
#middle = loc("kernel.c":6:9)
#end = loc("kernel.c":8:1)
#of_function = loc(fused<#function>[#start])
#at_start = loc(fused<#function>[#start])
#inside = loc(fused<#block>[#middle])
#at_end = loc(fused<#function>[#end])
