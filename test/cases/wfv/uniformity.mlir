// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(print-uniformity))' -o /dev/null
// Arguments are what their clauses say: the same for all instances, or not. Without a clause nothing is known.

func.func @clauses(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<8>]}, %n: i32 {pvec.clause = #pvec.uniform},
    %m: i32 {pvec.clause = #pvec.linear<0>}, %x: i32) -> i32 attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : i32
  %a = arith.addi %n, %m : i32
  %is = arith.cmpi sgt, %a, %c0 : i32
  cf.cond_br %is, ^yes, ^no
^yes:
  %b = arith.addi %a, %x : i32
  cf.br ^end(%b : i32)
^no:
  %c = arith.index_cast %i : index to i32
  cf.br ^end(%c : i32)
^end(%r: i32):
  return %r : i32
}
