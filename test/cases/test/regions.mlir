// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

%c = test.give : i1
test.if_else %c {
  test.take
}
test.if_else %c {
  test.done
} else {
  test.take %c : i1
} {a = 1}
test.regions {
}, {
^bb0(%a: i32):
  test.take %a : i32
}
test.scope attributes {a.b} {
  test.label @x
  test.label @y as "private" refers to @x
}
test.graph {
  %0 = test.same %1, %1 : i32
  %1 = test.same %0, %0 : i32
}
