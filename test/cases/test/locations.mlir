// RUN: rmlir-opt %s --mlir-print-debuginfo
// RUN: rmlir-opt %s --mlir-print-debuginfo --mlir-print-local-scope --mlir-print-op-generic

// A dialect's attribute can be a location.
test.attr_with_loc("name" loc("there"))
test.attr_with_loc("dialect" loc(#test.custom_location<"a.mlir" * 12>)) {a = #test.custom_location<"b.mlir" * 1>}
test.attr_with_loc("here") loc(callsite("there" at #test.custom_location<"a.mlir" * 12>))
test.op_with_loc_attr loc("a.mlir":1:2) loc(#place)
#place = #test.custom_location<"c.mlir" * 3>
