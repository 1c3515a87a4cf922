// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

// Results are called as an attribute says, which is what they are called in the text if there is none.
%x:2, %y, %0 = test.string_attr_pretty_name
%z = test.string_attr_pretty_name attributes {names = ["x"]}
%first, %rest:2, %last = "test.asm_interface_op"() : () -> (i1, i2, i3, i4)

// Blocks have names, and operations go without the name of their dialect.
test.block_names {
  cf.br ^next
^next:
  cf.br ^next
}
test.default_dialect {
  parse_integer_literal : 2
  test.op.with_dot_in_name
  "test.finish"() : () -> ()
}

// Names of operations, words, strings in base 64 and fractions.
test.parse_custom_operation_name_api(func.func) {x}
test.parse_wrapped_keyword a.b
test.parse_b64 "cm1saXI="
"test.slash_attr"() {attr = #test.slash_attr<3 / -4>} : () -> ()
%c = index.constant 0
test.isolated_region %c {
  "test.take"(%c) : (index) -> ()
}
