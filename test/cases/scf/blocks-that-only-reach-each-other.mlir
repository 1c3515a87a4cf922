// Blocks that are not reached, but branch to each other and to others, are erased.
// RUN: rmlir-opt %s --lift-cf-to-scf

func.func @lifted(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^yes, ^no
^yes:
  cf.br ^end(%a : i32)
^no:
  cf.br ^end(%b : i32)
^end(%r: i32):
  return %r : i32
^lost:
  cf.cond_br %c, ^other, ^end(%a : i32)
^other:
  cf.br ^lost
}
