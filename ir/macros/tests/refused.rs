//! Declarations that the macros refuse: the error points at what is wrong and names what was probably meant.
//!
//! Each file of `refused/` is compiled, and what the compiler prints is compared with the `.stderr` beside it; with
//! `TRYBUILD=overwrite` in the environment that is written.
#![allow(missing_docs)]

#[test]
fn mistakes_in_declarations_are_compile_errors() {
    trybuild::TestCases::new().compile_fail("tests/refused/*.rs");
}
