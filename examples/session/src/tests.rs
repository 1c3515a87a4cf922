//! The printed module, and the diagnostics of an incorrect text and an incorrect pipeline.

use super::*;

#[test]
fn constants_are_multiplied() {
    let text =
        transform(&Session::new(), TEXT, "builtin.module(func.func(canonicalize))").expect("the text is correct");
    assert!(text.contains("arith.constant 6 : i32"), "{text}");
}

#[test]
fn a_type_error_is_a_value() {
    let text = TEXT.replace("return %b : i32", "return %b : i64");
    let errors = transform(&Session::new(), &text, "builtin.module(cse)").expect_err("the types differ");
    assert!(errors.starts_with("area.mlir:6:10: error: use of value '%b' expects different type"), "{errors}");
}

#[test]
fn an_unknown_pass_is_a_value() {
    let errors = transform(&Session::new(), TEXT, "builtin.module(ces)").expect_err("there is no such pass");
    assert!(errors.contains("'ces'"), "{errors}");
}
