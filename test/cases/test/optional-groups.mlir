// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

test.optional <low> everywhere
test.optional quick <high> in <1 to 3> named "x" {a}
%0 = test.give : i1
%1 = test.give : !test.token
%2 = test.maybe %0 : i1 -> i8
test.maybe before %1 : !test.token
%3 = test.maybe and !test.pair<i1>
test.maybe
