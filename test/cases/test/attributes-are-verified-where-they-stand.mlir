// RUN: rmlir-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{invalid to use 'test.invalid_attr'}}
module attributes {test.invalid_attr} {}

// -----

// expected-error@+1 {{invalid to use 'test.invalid_attr'}}
func.func private @argument(i32 {test.invalid_attr})

// -----

// expected-error@+1 {{invalid to use 'test.invalid_attr'}}
func.func private @result() -> (i32 {test.invalid_attr})

// -----

func.func private @fine(i32 {test.other_attr}) -> (i32 {test.other_attr}) attributes {test.other_attr}
