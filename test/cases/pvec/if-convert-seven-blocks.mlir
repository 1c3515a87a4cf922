// RUN: rmlir-opt %s --print-if-conversion -o /dev/null
// RUN: rmlir-opt %s --print-if-conversion=dot -o /dev/null
// RUN: rmlir-opt %s --print-if-conversion=svg -o /dev/null
// RUN: rmlir-opt %s --if-convert
// RUN: rmlir-opt %s --if-convert=coding=first-unconditional
// RUN: rmlir-opt %s --if-convert=coding=or
// A graph of seven blocks. That block 1 is left for 2 if its condition holds, that 7 post-dominates all and 6 is the
// immediate post-dominator of 2 are given; which blocks the branches of 2 and 3 lead to is made up to fit. Here blocks
// count from 0. 2 and 6 depend on the branch of 1; the predicates of 4 and 5 have to be cleared.

func.func private @block1()
func.func private @block2()
func.func private @block3()
func.func private @block4()
func.func private @block5()
func.func private @block6()
func.func private @block7()

func.func @seven(%t1: i1, %t2: i1, %t3: i1) {
  call @block1() : () -> ()
  cf.cond_br %t1, ^b2, ^b3
^b2:
  call @block2() : () -> ()
  cf.cond_br %t2, ^b4, ^b5
^b3:
  call @block3() : () -> ()
  cf.cond_br %t3, ^b6, ^b7
^b4:
  call @block4() : () -> ()
  cf.br ^b6
^b5:
  call @block5() : () -> ()
  cf.br ^b6
^b6:
  call @block6() : () -> ()
  cf.br ^b7
^b7:
  call @block7() : () -> ()
  return
}
