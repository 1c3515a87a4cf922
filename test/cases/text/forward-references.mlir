// RUN: rmlir-opt %s --allow-unregistered-dialect

// A block may use what a block that dominates it defines further down; a graph region anything.
func.func @f() {
  cf.br ^b
^a:
  "x.use"(%0) : (i32) -> ()
  return
^b:
  %0 = "x.def"() : () -> i32
  cf.br ^a
}
"x.use"(%1#1, %1#0) : (i8, i1) -> ()
%1:2 = "x.def"() : () -> (i1, i8)
