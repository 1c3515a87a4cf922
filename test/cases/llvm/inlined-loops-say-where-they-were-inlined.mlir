// RUN: rmlir-opt %s --inline --mlir-print-debuginfo
// A loop's annotation tells from where to where the loop is, which is now reached from the call; loops inside annotations too.

#file = #llvm.di_file<"loops.c" in "">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = true, emissionKind = Full>
#type = #llvm.di_subroutine_type<callingConvention = DW_CC_normal>
#callee = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, name = "callee", file = #file, subprogramFlags = Definition, type = #type>
#caller = #llvm.di_subprogram<id = distinct[2]<>, compileUnit = #unit, name = "caller", file = #file, subprogramFlags = Definition, type = #type>
#start = loc("loops.c":2:3)
#end = loc("loops.c":5:3)
#start_of = loc(fused<#callee>[#start])
#end_of = loc(fused<#callee>[#end])
#followup = #llvm.loop_annotation<disableNonforced = true, startLoc = #start_of>
#vectorize = #llvm.loop_vectorize<disable = false, followupAll = #followup>
#annotation = #llvm.loop_annotation<vectorize = #vectorize, mustProgress = true, startLoc = #start_of, endLoc = #end_of>

llvm.func internal @callee(%c: i1) {
  llvm.br ^bb1 {loop_annotation = #annotation} loc(#start_of)
^bb1:
  llvm.cond_br %c, ^bb1, ^bb2 {loop_annotation = #annotation} loc(#end_of)
^bb2:
  llvm.return loc(#end_of)
} loc(fused<#callee>["loops.c":1:1])
llvm.func @caller(%c: i1) {
  llvm.call @callee(%c) : (i1) -> () loc(fused<#caller>["loops.c":9:3])
  llvm.return loc(fused<#caller>["loops.c":10:1])
} loc(fused<#caller>["loops.c":8:1])
llvm.func @without_debug_info(%c: i1) {
  llvm.call @callee(%c) : (i1) -> ()
  llvm.return
}
