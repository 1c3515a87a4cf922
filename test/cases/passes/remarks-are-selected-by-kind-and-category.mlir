// RUN: rmlir-opt %s --test-remark --remarks-filter=.*
// RUN: rmlir-opt %s --test-remark --remarks-filter=category-2.*
// RUN: rmlir-opt %s --test-remark --remarks-filter-passed=.* --remark-policy=final
// RUN: rmlir-opt %s --test-remark --remarks-filter-missed=.*
// RUN: rmlir-opt %s --test-remark --remarks-filter-failed=.*
// RUN: rmlir-opt %s --test-remark --remarks-filter-analyse=.*
// RUN: rmlir-opt %s --test-remark --remarks-filter=category
// RUN: rmlir-opt %s --test-remark --remarks-filter=.* --remark-format=yaml --remarks-output-file=-
// RUN: rmlir-opt %s --test-remark --remarks-filter=(
// RUN: rmlir-opt %s --test-remark --remarks-filter=.* --remark-format=bitstream

// A filter matches whole categories, as upstream's does.
module {
  "test.op"() : () -> ()
}
