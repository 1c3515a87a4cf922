// RUN: rmlir-opt %s --allow-unregistered-dialect | rmlir-opt --allow-unregistered-dialect
// RUN: rmlir-opt %s --allow-unregistered-dialect --mlir-print-op-generic | rmlir-opt --allow-unregistered-dialect

"t.x"() {a = #d.a-, b = #d.-, c = #d.a-b, d = [#d.x.y-, #d<a->b>]} : () -> ()
%0:3 = "t.y"() : () -> (!d.-, !d.a-, tensor<2x!d.a_-->)
