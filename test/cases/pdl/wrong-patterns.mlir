// RUN: rmlir-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Patterns that could not be applied.

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
  // expected-error@+1 {{'pdl.apply_native_constraint' op expected at least one argument}}
  "pdl.apply_native_constraint"() {name = "foo"} : () -> ()
  rewrite %op with "rewriter"
}

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
  rewrite %op {
    // expected-error@+1 {{'pdl.apply_native_rewrite' op expected at least one argument or result}}
    "pdl.apply_native_rewrite"() {name = "foo"} : () -> ()
  }
}

// -----

pdl.pattern : benefit(1) {
  %type = type
  // expected-error@+1 {{'pdl.attribute' op expected only one of [`type`, `value`] to be set}}
  %attr = attribute : %type = 10
  %op = operation "foo.op" {"attr" = %attr} -> (%type : !pdl.type)
  rewrite %op with "rewriter"
}

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
  rewrite %op {
    // expected-error@+1 {{expected constant value when specified within a `pdl.rewrite`}}
    %attr = attribute
  }
}

// -----

pdl.pattern : benefit(1) {
  // expected-error@+1 {{expected a bindable user when defined in the matcher body of a `pdl.pattern`}}
  %unused = operands
  %op = operation "foo.op"
  rewrite %op with "rewriter"
}

// -----

pdl.pattern : benefit(1) {
  // expected-error@+1 {{'pdl.type' op expected a bindable user}}
  %unused = type
  %op = operation "foo.op"
  rewrite %op with "rewriter"
}

// -----

pdl.pattern : benefit(1) {
  // expected-error@+1 {{'pdl.operation' op expected a bindable user}}
  %alone = operation "foo.op"
  %result = result 0 of %alone
  %op = operation "foo.op"
  rewrite %op with "rewriter"
}

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
  rewrite %op {
    // expected-error@+1 {{must have an operation name when nested within a `pdl.rewrite`}}
    %new = operation
  }
}

// -----

pdl.pattern : benefit(1) {
  // expected-error@+1 {{expected the same number of attribute values and attribute names, got 1 names and 0 values}}
  %op = "pdl.operation"() {attributeValueNames = ["attr"], operandSegmentSizes = array<i32: 0, 0, 0>} : () -> (!pdl.operation)
  rewrite %op with "rewriter"
}

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
  rewrite %op {
    %type = type
    // expected-error@+2 {{op must have inferable or constrained result types when nested within `pdl.rewrite`}}
    // expected-note@+1 {{result type #0 was not constrained}}
    %new = operation "builtin.unrealized_conversion_cast" -> (%type : !pdl.type)
  }
}

// -----

func.func private @loads_the_dialect()

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
  rewrite %op {
    // expected-error@+2 {{op must have inferable or constrained result types when nested within `pdl.rewrite`}}
    // expected-note@+1 {{operation is created in a non-inferrable context, but 'func.constant' does not implement InferTypeOpInterface}}
    %new = operation "func.constant"
  }
}

// -----

// expected-error@+1 {{'pdl.pattern' op expected body to terminate with `pdl.rewrite`}}
pdl.pattern : benefit(1) {
  // expected-note@+1 {{see terminator defined here}}
  "my.end" () : () -> ()
}

// -----

// expected-error@+1 {{the pattern must contain at least one `pdl.operation`}}
pdl.pattern : benefit(1) {
  rewrite with "foo"
}

// -----

// expected-error@+1 {{expected only `pdl` operations within the pattern body}}
pdl.pattern : benefit(1) {
  // expected-note@+1 {{see non-`pdl` operation defined here}}
  "my.other"() : () -> ()
  %root = operation "foo.op"
  rewrite %root with "foo"
}

// -----

// expected-error@+1 {{the operations must form a connected component}}
pdl.pattern : benefit(1) {
  %type = type
  %op1 = operation "foo.op" -> (%type : !pdl.type)
  %val = result 0 of %op1
  %op2 = operation "bar.op"(%val : !pdl.value)
  // expected-note@+1 {{see a disconnected value / operation here}}
  %op3 = operation "baz.op"
  rewrite {
    erase %op1
    erase %op2
    erase %op3
  }
}

// -----

pdl.pattern : benefit(1) {
  %type = type : i32
  %root = operation "foo.op" -> (%type : !pdl.type)
  rewrite %root {
    %new = operation "foo.op" -> (%type : !pdl.type)
    %result = result 0 of %new
    // expected-error@+1 {{expected no replacement values to be provided when the replacement operation is present}}
    "pdl.replace"(%root, %new, %result) {operandSegmentSizes = array<i32: 1, 1, 1>} : (!pdl.operation, !pdl.operation, !pdl.value) -> ()
  }
}

// -----

pdl.pattern : benefit(1) {
  %root = operation "foo.op"
  // expected-error@+1 {{expected `pdl.range<value>` result type when no index is specified, but got: '!pdl.value'}}
  %results = "pdl.results"(%root) : (!pdl.operation) -> !pdl.value
  rewrite %root with "rewriter"
}

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
  // expected-error@+1 {{expected rewrite region to be non-empty if external name is not specified}}
  "pdl.rewrite"(%op) ({}) {operandSegmentSizes = array<i32: 1, 0>} : (!pdl.operation) -> ()
}

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
  // expected-error@+1 {{expected no external arguments when the rewrite is specified inline}}
  "pdl.rewrite"(%op, %op) ({
    ^bb1:
  }) {operandSegmentSizes = array<i32: 1, 1>}: (!pdl.operation, !pdl.operation) -> ()
}

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
  // expected-error@+1 {{expected rewrite region to be empty when rewrite is external}}
  "pdl.rewrite"(%op) ({
    ^bb1:
  }) {name = "foo", operandSegmentSizes = array<i32: 1, 0>} : (!pdl.operation) -> ()
}

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
  rewrite %op {
    %a = attribute = 1
    // expected-error@+1 {{'pdl.range' op expected operand to have element type '!pdl.type', but got '!pdl.attribute'}}
    %r = "pdl.range"(%a) : (!pdl.attribute) -> !pdl.range<type>
  }
}

// -----

// expected-error@+1 {{attribute 'benefit' failed to satisfy constraint: 16-bit signless integer attribute whose value is non-negative}}
"pdl.pattern"() <{benefit = -1 : i16}> ({
  %0 = "pdl.operation"() <{attributeValueNames = [], operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> !pdl.operation
  "pdl.rewrite"(%0) <{name = "f", operandSegmentSizes = array<i32: 1, 0>}> ({}) : (!pdl.operation) -> ()
}) : () -> ()

// -----

// expected-error@+1 {{element of pdl.range cannot be another range}}
func.func private @f(!pdl.range<range<value>>)
