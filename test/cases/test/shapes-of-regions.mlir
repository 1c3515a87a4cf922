// RUN: rmlir-opt %s --split-input-file --allow-unregistered-dialect

// A constraint on a region says how many blocks it has, and names the region if it has a name.
"test.sized_region_op"() ({
  "work"() : () -> ()
}, {
  "work"() : () -> ()
}) : () -> ()

// -----

"test.sized_region_op"() ({
  "work"() [^next] : () -> ()
^next:
  "work"() : () -> ()
}, {
}) : () -> ()

// -----

"test.single_no_terminator_op"() ({
  %0 = arith.addi %1, %1 : i32
  %1 = arith.addi %0, %0 : i32
}) : () -> ()
test.variadic_no_terminator_op : {
}, {
}
test.single_no_terminator_custom_asm_op {
  "kept"() : () -> ()
}
test.dummy_op_with_region_ref {
} {a}
"test.anything"() : () -> ()
