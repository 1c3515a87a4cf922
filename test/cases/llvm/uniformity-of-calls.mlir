// RUN: rmlir-opt %s --print-uniformity="mode=llvm target=amdgcn" -o /dev/null
// RUN: rmlir-opt %s --print-uniformity -o /dev/null

// What a call gives differs between threads, unless it is said to depend on the arguments alone.
llvm.func @calls(%a: i32 {llvm.inreg}) attributes {personality = @personality} {
  %id = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> i32
  %own = llvm.call @any() : () -> i32
  %same = llvm.call @same(%a) {llvm.nodivergencesource} : (i32) -> i32
  %by_argument = llvm.call @same(%id) {llvm.nodivergencesource} : (i32) -> i32
  %invoked = llvm.invoke @same(%a) to ^bb1 unwind ^bb2 {llvm.nodivergencesource} : (i32) -> i32
^bb1:
  llvm.return
^bb2:
  %pad = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.return
}
llvm.func @personality(...) -> i32
llvm.func @any() -> i32
llvm.func @same(i32) -> i32
