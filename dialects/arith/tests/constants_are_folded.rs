//! Operations on constants are folded: scalars, splats and dense elements.

mod support;
use support::canonical;

#[test]
fn of_scalars_splats_and_elements() {
    let sum = |ty: &str, a: &str, b: &str| {
        canonical(
            &format!("() -> {ty}"),
            &format!(
                "%a = arith.constant {a} : {ty}\n%b = arith.constant {b} : {ty}
                 %r = arith.addi %a, %b : {ty}\nreturn %r : {ty}"
            ),
        )
    };
    assert_eq!(sum("i8", "100", "50"), "%c-106_i8 = arith.constant -106 : i8\nreturn %c-106_i8 : i8");
    let ty = "vector<2xi8>";
    let constant = |values: &str| format!("%cst = arith.constant dense<{values}> : {ty}\nreturn %cst : {ty}");
    assert_eq!(sum(ty, "dense<1>", "dense<2>"), constant("3"));
    assert_eq!(sum(ty, "dense<1>", "dense<[2, 3]>"), constant("[3, 4]"));
    assert_eq!(sum(ty, "dense<[1, 2]>", "dense<[3, 2]>"), constant("4"));
}

#[test]
fn but_not_what_is_undefined() {
    let quotient = |a: &str, b: &str| {
        canonical(
            "() -> i8",
            &format!(
                "%a = arith.constant {a} : i8\n%b = arith.constant {b} : i8
                 %r = arith.divsi %a, %b : i8\nreturn %r : i8"
            ),
        )
    };
    assert_eq!(quotient("-7", "2"), "%c-3_i8 = arith.constant -3 : i8\nreturn %c-3_i8 : i8");
    assert!(quotient("1", "0").contains("arith.divsi"));
    assert!(quotient("-128", "-1").contains("arith.divsi"));
}

#[test]
fn poison_spreads_but_to_the_other_side_of_a_choice() {
    let poison = "%p = ub.poison : i8\n";
    let sum = canonical("(%x: i8) -> i8", &format!("{poison}%r = arith.addi %x, %p : i8\nreturn %r : i8"));
    assert_eq!(sum, "%0 = ub.poison : i8\nreturn %0 : i8");
    let choice =
        canonical("(%c: i1, %x: i8) -> i8", &format!("{poison}%r = arith.select %c, %p, %x : i8\nreturn %r : i8"));
    assert_eq!(choice, "return %arg1 : i8");
}

#[test]
fn casts_of_floats_only_if_nothing_is_lost() {
    let truncated = |value: &str| {
        canonical(
            "() -> f16",
            &format!("%a = arith.constant {value} : f32\n%r = arith.truncf %a : f32 to f16\nreturn %r : f16"),
        )
    };
    assert_eq!(truncated("0.5"), "%cst = arith.constant 5.000000e-01 : f16\nreturn %cst : f16");
    assert!(truncated("0.1").contains("arith.truncf"));
}

#[test]
fn both_results_of_extended_operations() {
    let results = canonical(
        "() -> (i8, i1, i8, i8)",
        "%a = arith.constant -1 : i8\n%b = arith.constant 2 : i8
         %s, %o = arith.addui_extended %a, %b : i8, i1
         %l, %h = arith.mului_extended %a, %b : i8
         return %s, %o, %l, %h : i8, i1, i8, i8",
    );
    assert!(results.ends_with("return %c1_i8, %true, %c-2_i8, %c1_i8 : i8, i1, i8, i8"), "{results}");
}
