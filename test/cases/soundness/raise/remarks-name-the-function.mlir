// RUN: rmlir-opt %s --test-remark --remarks-filter-missed=.* --remark-format=yaml --remarks-output-file=-
// Debug information tells the function that a remark is about.

#file = #llvm.di_file<"a.c" in "/">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #file, isOptimized = true, emissionKind = None>
#function = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "f", file = #file, line = 3, subprogramFlags = "Definition">
module {
  "test.op"() : () -> () loc(fused<#function>["a.c":4:7])
}
