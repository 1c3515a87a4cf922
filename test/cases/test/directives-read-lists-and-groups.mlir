// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

test.custom_dimension_list_attr dimension_list = []
test.custom_dimension_list_attr dimension_list = 0x1
test.custom_dimension_list_attr dimension_list = ?x4x? {more}

// A directive that says that it is not there takes its group with it.
test.optional_custom_attr bar
test.optional_custom_attr foo true
