// RUN: rmlir-opt %s --mlir-print-op-generic --allow-unregistered-dialect

// Properties win over attributes of the same name, unknown ones are forgotten, sizes have an older name.
func.func @properties(%a: i32, %c: i1) {
  %0 = "arith.cmpi"(%a, %a) <{predicate = 1 : i64, unknown = 1}> {predicate = 2 : i64} : (i32, i32) -> i1
  "x.any"() <[1, "two"]> {three = 3} : () -> ()
  "cf.cond_br"(%c)[^bb1, ^bb1] {operand_segment_sizes = array<i32: 1, 0, 0>} : (i1) -> ()
^bb1:
  return
}
