// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

odd.optional <low> everywhere
odd.optional quick <high> in <1 to 3> named "x" {a}
%0 = odd.give : i1
%1 = odd.give : !odd.token
%2 = odd.maybe %0 : i1 -> i8
odd.maybe before %1 : !odd.token
%3 = odd.maybe and !odd.pair<i1>
odd.maybe
