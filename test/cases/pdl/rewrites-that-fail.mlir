// RUN: rmlir-opt %s --split-input-file --verify-diagnostics --apply-pdl-patterns --allow-unregistered-dialect

// Rewrites that cannot be executed are errors where the pattern matches.

pdl.pattern : benefit(1) {
  %root = operation "my.op"
  rewrite %root {
    %new = operation "arith.addi"
    erase %root
  }
}
func.func @f() {
  // expected-error@+1 {{a pattern that matches this 'my.op' cannot rewrite it: }}
  "my.op"() : () -> ()
  return
}

// -----

pdl.pattern : benefit(1) {
  %type = type
  %root = operation "my.op" -> (%type : !pdl.type)
  rewrite %root {
    erase %root
  }
}
func.func @f() -> i32 {
  // expected-error@+1 {{cannot rewrite it: an operation that is used is erased}}
  %0 = "my.op"() : () -> i32
  return %0 : i32
}

// -----

pdl.pattern : benefit(1) {
  %types = types
  %root = operation "my.op" -> (%types : !pdl.range<type>)
  rewrite %root {
    %f = type : f32
    %new = operation "my.new" -> (%f : !pdl.type)
    replace %root with %new
  }
}
func.func @f() {
  // expected-error@+1 {{cannot rewrite it: an operation with 2 results is replaced by 1 values}}
  %0:2 = "my.op"() : () -> (f32, f32)
  return
}

// -----

pdl.pattern : benefit(1) {
  %root = operation "my.op"
  rewrite %root {
    %twice = operation "my.new"
    erase %root
    erase %root
  }
}
func.func @f() {
  // expected-error@+1 {{cannot rewrite it: an operation is used after it was replaced or erased}}
  "my.op"() : () -> ()
  return
}

// -----

pdl.pattern : benefit(1) {
  %root = operation "my.op"
  // expected-error@+1 {{calls 'unheard_of', which is no function that this tool knows}}
  apply_native_constraint "unheard_of"(%root : !pdl.operation)
  rewrite %root {
    erase %root
  }
}

// -----

pdl.pattern : benefit(1) {
  %root = operation "my.op"
  // expected-error@+1 {{calls 'unheard_of'}}
  rewrite %root with "unheard_of"
}

// -----

// expected-error@+1 {{'pdl.pattern' op has arguments of its block, which stand for nothing}}
"pdl.pattern"() <{benefit = 1 : i16}> ({
^bb0(%value: !pdl.value):
  %0 = "pdl.operation"(%value) <{attributeValueNames = [], operandSegmentSizes = array<i32: 1, 0, 0>}> : (!pdl.value) -> !pdl.operation
  "pdl.rewrite"(%0) <{operandSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0:
  }) : (!pdl.operation) -> ()
}) : () -> ()

// -----

pdl.pattern : benefit(1) {
  %root = operation "my.op"
  // expected-error@+1 {{'pdl.pattern' op is no part of a pattern that can be applied}}
  pdl.pattern : benefit(1) {
    %inner = operation "my.other"
    rewrite %inner with "x"
  }
  rewrite %root {
    erase %root
  }
}
