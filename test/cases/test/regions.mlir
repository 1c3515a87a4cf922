// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

%c = odd.give : i1
odd.if_else %c {
  odd.take
}
odd.if_else %c {
  odd.done
} else {
  odd.take %c : i1
} {a = 1}
odd.regions {
}, {
^bb0(%a: i32):
  odd.take %a : i32
}
odd.scope attributes {a.b} {
  odd.label @x
  odd.label @y as "private" refers to @x
}
odd.graph {
  %0 = odd.same %1, %1 : i32
  %1 = odd.same %0, %0 : i32
}
