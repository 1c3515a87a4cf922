// RUN: rmlir-opt %s --verify-diagnostics --split-input-file

// expected-error @below {{immutable global must have an initial value}}
ml_program.global public @constant : f32

// -----

// expected-error @below {{expected 'public', 'private', or 'nested'}}
ml_program.global mutable @variable : f32

// -----

ml_program.func @too_few() -> (i32, i32) {
  %0 = arith.constant 0 : i32
  // expected-error @below {{has 1 operands, but enclosing function (@too_few) returns 2}}
  ml_program.return %0 : i32
}

// -----

ml_program.subgraph @another_type(%a: i32) -> i64 {
  // expected-error @below {{type of output operand 0 ('i32') doesn't match function result type ('i64') in function @another_type}}
  ml_program.output %a : i32
}

// -----

func.func @another_function() {
  // expected-error @below {{expects parent op 'ml_program.func'}}
  ml_program.return
}

// -----

func.func private @no_variable()
func.func @load() {
  // expected-error @below {{undefined global: @no_variable}}
  %0 = ml_program.global_load @no_variable : i32
  return
}

// -----

ml_program.global private mutable @variable : f32
func.func @load_as_constant() {
  // expected-error @below {{cannot load as const from mutable global @variable}}
  %0 = ml_program.global_load_const @variable : f32
  return
}

// -----

ml_program.global private @constant(1.0 : f32) : f32
func.func @store(%a: f32) {
  // expected-error @below {{cannot store to an immutable global @constant}}
  ml_program.global_store @constant = %a : f32
  return
}

// -----

ml_program.global private mutable @variable : f32
ml_program.subgraph @store(%a: f64) {
  // expected-error @below {{cannot store to a global typed 'f32' from 'f64'}}
  %0 = ml_program.global_store_graph @variable = %a ordering(() -> !ml_program.token) : f64
  ml_program.output
}

// -----

ml_program.global private mutable @variable : f32
ml_program.subgraph @no_order() {
  // expected-error @below {{expected 'ordering'}}
  %0, %1 = ml_program.global_load_graph @variable : f32
  ml_program.output
}
