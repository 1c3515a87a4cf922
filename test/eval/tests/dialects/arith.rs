//! Integers at their limits, poison, rounding and NaN.

use rmlir_test_eval::{op, run};

fn int(text: &str, args: &[&str]) -> String {
    op(&format!("{text} %a, %b : i8"), &["i8", "i8"], "i8", args)
}

#[test]
fn integers_wrap_unless_flags_forbid_it() {
    assert_eq!(int("arith.addi", &["127", "1"]), "-128");
    assert_eq!(int("arith.muli", &["-128", "-1"]), "-128");
    let flagged =
        |flags, args: &[&str]| op(&format!("arith.addi %a, %b overflow<{flags}> : i8"), &["i8"; 2], "i8", args);
    assert_eq!(flagged("nsw", &["127", "1"]), "poison");
    assert_eq!(flagged("nuw", &["127", "1"]), "-128");
    assert_eq!(flagged("nuw", &["255", "1"]), "poison");
    assert_eq!(flagged("nsw", &["255", "1"]), "0");
}

#[test]
fn divisions_without_a_result_have_no_meaning() {
    assert!(int("arith.divsi", &["1", "0"]).contains("divides by zero"));
    assert!(int("arith.divsi", &["-128", "-1"]).contains("overflows"));
    assert!(int("arith.remsi", &["-128", "-1"]).contains("overflows"));
    assert_eq!(int("arith.divsi", &["-7", "2"]), "-3");
    assert_eq!(int("arith.floordivsi", &["-7", "2"]), "-4");
    assert_eq!(int("arith.ceildivsi", &["-7", "2"]), "-3");
    assert_eq!(int("arith.ceildivui", &["7", "2"]), "4");
    assert_eq!(int("arith.remsi", &["-7", "2"]), "-1");
    assert_eq!(int("arith.divui", &["-1", "2"]), "127");
    assert!(int("arith.divui", &["1", "poison"]).contains("divides by poison"));
    assert_eq!(int("arith.divui", &["poison", "1"]), "poison");
    assert_eq!(int("arith.divui", &["poison", "-1"]), "poison");
    assert_eq!(int("arith.remsi", &["poison", "2"]), "poison");
    assert!(int("arith.remsi", &["poison", "-1"]).contains("divides poison by -1"));
}

#[test]
fn exact_operations_lose_nothing() {
    let exact = |text, args: &[&str]| op(&format!("{text} %a, %b exact : i8"), &["i8"; 2], "i8", args);
    assert_eq!(exact("arith.divsi", &["6", "2"]), "3");
    assert_eq!(exact("arith.divsi", &["7", "2"]), "poison");
    assert_eq!(exact("arith.shrui", &["6", "1"]), "3");
    assert_eq!(exact("arith.shrui", &["7", "1"]), "poison");
}

#[test]
fn shifts_by_the_width_are_poison() {
    assert_eq!(int("arith.shli", &["1", "7"]), "-128");
    assert_eq!(int("arith.shli", &["1", "8"]), "poison");
    assert_eq!(int("arith.shrsi", &["-128", "7"]), "-1");
    assert_eq!(int("arith.shrui", &["-128", "7"]), "1");
    assert_eq!(int("arith.shrui", &["1", "-1"]), "poison");
}

#[test]
fn any_width_works() {
    let wide = |text, args: &[&str]| op(&format!("{text} %a, %b : i100"), &["i100"; 2], "i100", args);
    assert_eq!(wide("arith.muli", &["1099511627776", "1099511627776"]), "1208925819614629174706176");
    assert_eq!(wide("arith.subi", &["0", "1"]), "-1");
    assert_eq!(op("arith.addi %a, %b : i1", &["i1"; 2], "i1", &["true", "true"]), "false");
    assert_eq!(op("arith.trunci %a : i100 to i3", &["i100"], "i3", &["13"]), "-3");
    assert_eq!(op("arith.extsi %a : i3 to i100", &["i3"], "i100", &["-3"]), "-3");
    assert_eq!(op("arith.extui %a : i3 to i100", &["i3"], "i100", &["-3"]), "5");
}

#[test]
fn comparisons_read_the_sign_as_they_say() {
    let cmp = |predicate: &str| op(&format!("arith.cmpi {predicate}, %a, %b : i8"), &["i8"; 2], "i1", &["-1", "1"]);
    let holds = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"].map(cmp);
    assert_eq!(holds.join(" "), "false true true true false false false false true true");
}

#[test]
fn floats_round_once_in_every_format() {
    let add = |ty: &str, args: &[&str]| op(&format!("arith.addf %a, %b : {ty}"), &[ty; 2], ty, args);
    // 2049 is halfway between 2048 and 2050, and is rounded to the even one.
    assert_eq!(add("f16", &["2048.0", "1.0"]), "2048.0");
    assert_eq!(add("f16", &["2048.0", "3.0"]), "2052.0");
    assert_eq!(add("bf16", &["256.0", "1.0"]), "256.0");
    assert_eq!(add("f32", &["16777216.0", "1.0"]), "16777216.0");
    assert_eq!(add("f64", &["0.1", "0.2"]), "0.30000000000000004");
    assert_eq!(add("f16", &["65504.0", "65504.0"]), "inf");
    assert_eq!(op("arith.truncf %a : f64 to f16", &["f64"], "f16", &["1.00048828125"]), "1.0");
    assert_eq!(op("arith.truncf %a upward : f64 to f16", &["f64"], "f16", &["1.00048828125"]), "1.0009765625");
}

#[test]
fn nan_and_zeros_are_told_apart() {
    let binary = |text: &str, args: &[&str]| op(&format!("{text} %a, %b : f32"), &["f32"; 2], "f32", args);
    assert_eq!(binary("arith.maximumf", &["nan", "1.0"]), "nan");
    assert_eq!(binary("arith.maxnumf", &["nan", "1.0"]), "1.0");
    assert_eq!(binary("arith.minimumf", &["0.0", "-0.0"]), "-0.0");
    assert_eq!(binary("arith.divf", &["1.0", "-0.0"]), "-inf");
    assert_eq!(binary("arith.remf", &["-5.5", "2.0"]), "-1.5");
    let cmp =
        |predicate: &str| op(&format!("arith.cmpf {predicate}, %a, %b : f32"), &["f32"; 2], "i1", &["nan", "0.0"]);
    assert_eq!(["oeq", "ueq", "one", "une", "ord", "uno"].map(cmp).join(" "), "false true false true false true");
}

#[test]
fn what_does_not_fit_an_integer_is_poison() {
    let to = |ty: &str, value| op(&format!("arith.fptosi %a : f32 to {ty}"), &["f32"], ty, &[value]);
    assert_eq!(to("i8", "-128.9"), "-128");
    assert_eq!(to("i8", "128.0"), "poison");
    assert_eq!(to("i8", "nan"), "poison");
    assert_eq!(op("arith.fptoui %a : f32 to i8", &["f32"], "i8", &["-0.5"]), "0");
    assert_eq!(op("arith.uitofp %a : i8 to f32", &["i8"], "f32", &["-1"]), "255.0");
    assert_eq!(op("arith.sitofp %a : i64 to f32", &["i64"], "f32", &["16777217"]), "16777216.0");
}

#[test]
fn lanes_are_poison_one_by_one() {
    let text = "arith.shli %a, %b : vector<3xi8>";
    assert_eq!(op(text, &["vector<3xi8>"; 2], "vector<3xi8>", &["[1, 1, 1]", "[1, 8, 2]"]), "[2, poison, 4]");
    let text = "arith.select %a, %b, %c : vector<2xi1>, vector<2xi8>";
    let types = ["vector<2xi1>", "vector<2xi8>", "vector<2xi8>"];
    assert_eq!(op(text, &types, "vector<2xi8>", &["[true, false]", "[1, poison]", "[3, 4]"]), "[1, 4]");
}

#[test]
fn bits_are_read_as_another_type() {
    assert_eq!(op("arith.bitcast %a : f32 to i32", &["f32"], "i32", &["1.0"]), "1065353216");
    assert_eq!(op("arith.negf %a : f32", &["f32"], "f32", &["0.0"]), "-0.0");
}

#[test]
fn halves_of_products_and_carries() {
    let f = "func.func @f(%a: i8, %b: i8) -> (i8, i8, i8, i8, i8, i1) {
        %low, %high = arith.mulsi_extended %a, %b : i8
        %ulow, %uhigh = arith.mului_extended %a, %b : i8
        %sum, %carry = arith.addui_extended %a, %b : i8, i1
        return %low, %high, %ulow, %uhigh, %sum, %carry : i8, i8, i8, i8, i8, i1
      }";
    assert_eq!(run(f, &["-1", "2"]), "-2 -1 -2 1 1 true");
}
