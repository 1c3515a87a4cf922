// RUN: rmlir-opt %s --print-dominance --print-postdominance --print-control-dependence --print-cycles -o /dev/null
// RUN: rmlir-opt %s --print-cycles=first-first -o /dev/null
// RUN: rmlir-opt %s --print-dominance=dot -o /dev/null
// RUN: rmlir-opt %s --print-postdominance=dot -o /dev/null
// RUN: rmlir-opt %s --print-control-dependence=dot -o /dev/null
// RUN: rmlir-opt %s --print-cycles=dot -o /dev/null

// Control comes into the cycle of ^bb1 and ^bb2 at both: which one is the header depends on the order of the walk. ^bb3
// is a cycle by itself, and nothing leads to ^bb5.
func.func @f(%a: i1, %b: i1) {
  cf.cond_br %a, ^bb1, ^bb2
^bb1:
  cf.cond_br %b, ^bb2, ^bb3
^bb2:
  cf.br ^bb1
^bb3:
  cf.cond_br %a, ^bb3, ^bb4
^bb4:
  return
^bb5:
  cf.br ^bb4
}
