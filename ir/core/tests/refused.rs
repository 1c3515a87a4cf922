//! Declarations that the macros refuse: the error points at the cause and suggests the most similar name.
//!
//! Each file of `refused/` is compiled, and the output of the compiler is compared with the `.stderr` of the same name;
//! with `TRYBUILD=overwrite` in the environment the expected output is updated.
#![allow(missing_docs)]

#[test]
fn mistakes_in_declarations_are_compile_errors() {
    trybuild::TestCases::new().compile_fail("tests/refused/*.rs");
}
