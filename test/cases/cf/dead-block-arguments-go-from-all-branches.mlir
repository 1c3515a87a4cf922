// RUN: rmlir-opt %s --remove-dead-values

// One branch passes what nothing else needs, the other one what is returned: the argument goes from both.
func.func @two_branches(%flag: i1, %a: i32, %b: i32) -> i32 {
  %dead = arith.addi %a, %b : i32
  cf.cond_br %flag, ^left, ^right
^left:
  cf.br ^end(%dead : i32)
^right:
  cf.br ^end(%b : i32)
^end(%unused: i32):
  return %b : i32
}

// The branch to the right is never taken; what it passes is dead, the argument is not.
func.func @never_taken(%a: i32, %b: i32) -> i32 {
  %true = arith.constant true
  %0 = arith.addi %a, %b : i32
  cf.cond_br %true, ^left, ^right
^left:
  cf.br ^end(%a : i32)
^right:
  %1 = arith.muli %a, %b : i32
  cf.br ^end(%1 : i32)
^end(%used: i32):
  return %used : i32
}
