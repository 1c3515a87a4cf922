//! Mathematical functions.

use rmlir_test_eval::op;

fn unary(name: &str, ty: &str, arg: &str) -> String {
    op(&format!("math.{name} %a : {ty}"), &[ty], ty, &[arg])
}

#[test]
fn rounding_goes_where_it_says() {
    let rounded = |name| ["-2.5", "-0.5", "0.5", "1.5"].map(|arg| unary(name, "f32", arg)).join(" ");
    assert_eq!(rounded("round"), "-3.0 -1.0 1.0 2.0");
    assert_eq!(rounded("roundeven"), "-2.0 -0.0 0.0 2.0");
    assert_eq!(rounded("trunc"), "-2.0 -0.0 0.0 1.0");
    assert_eq!(rounded("floor"), "-3.0 -1.0 0.0 1.0");
    assert_eq!(rounded("ceil"), "-2.0 -0.0 1.0 2.0");
}

#[test]
fn functions_are_computed_in_their_format() {
    assert_eq!(unary("exp", "f64", "1.0"), "2.718281828459045");
    assert_eq!(unary("exp", "f32", "1.0"), "2.7182817");
    assert_eq!(unary("sqrt", "f16", "2.0"), "1.4140625");
    assert_eq!(unary("sqrt", "f64", "-1.0"), "nan");
    assert_eq!(unary("log", "f32", "0.0"), "-inf");
}

#[test]
fn a_fused_sum_is_rounded_once() {
    // The product has a last bit that rounding to f16 would drop before the subtraction.
    let text = "math.fma %a, %b, %c : f16";
    assert_eq!(op(text, &["f16"; 3], "f16", &["1.0009765625", "1.001953125", "-1.0029296875"]), "1.9073486328125e-6");
    let text = "math.fma %a, %b, %c : f32";
    let args = ["1.00000011920929", "1.00000011920929", "-1.00000023841858"];
    assert_eq!(op(text, &["f32"; 3], "f32", &args), "1.4210855e-14");
}

#[test]
fn integers_are_counted_and_raised() {
    assert_eq!(unary("ctlz", "i8", "1"), "7");
    assert_eq!(unary("cttz", "i8", "0"), "8");
    assert_eq!(unary("ctpop", "i8", "-1"), "8");
    assert_eq!(unary("absi", "i8", "-128"), "-128");
    let power = |args: &[&str]| op("math.ipowi %a, %b : i32", &["i32"; 2], "i32", args);
    assert_eq!(power(&["-2", "5"]), "-32");
    assert_eq!(power(&["2", "-1"]), "0");
    assert_eq!(power(&["0", "-1"]), "poison");
    assert_eq!(op("math.fpowi %a, %b : f32, i32", &["f32", "i32"], "f32", &["2.0", "-3"]), "0.125");
}

#[test]
fn questions_and_clamps() {
    let is = |name: &str, arg| op(&format!("math.{name} %a : f32"), &["f32"], "i1", &[arg]);
    assert_eq!(is("isnormal", "1.0e-40"), "false");
    assert_eq!(is("isnan", "nan"), "true");
    assert_eq!(is("isfinite", "-inf"), "false");
    let clamp = |arg| op("math.clampf %a to [%b, %c] : f32", &["f32"; 3], "f32", &[arg, "0.0", "1.0"]);
    assert_eq!(["-1.0", "0.5", "2.0", "nan"].map(clamp).join(" "), "0.0 0.5 1.0 nan");
}
