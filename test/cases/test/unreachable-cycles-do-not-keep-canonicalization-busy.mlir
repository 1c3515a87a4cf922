// RUN: rmlir-opt %s --canonicalize

// The branch on a constant leaves the last blocks unreachable. They become one that subtracts from its own result, to
// which the same pattern applies again and again; upstream does not come to an end.
func.func @f(%c: i1) {
  %big = arith.constant 2147483647 : i32
  %false = arith.constant false
  cf.br ^loop(%big : i32)
^loop(%0: i32):
  cf.cond_br %false, ^first(%0 : i32), ^loop(%0 : i32)
^first(%1: i32):
  %2 = arith.subi %1, %big : i32
  %3 = arith.cmpi sle, %2, %big : i32
  cf.cond_br %3, ^end, ^second
^second:
  cf.cond_br %false, ^loop(%2 : i32), ^first(%2 : i32)
^end:
  return
}
