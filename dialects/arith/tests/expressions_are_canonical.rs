//! Identities and rewrites of expressions of unknown values.

mod support;
use support::canonical;

/// The canonical form of a function of two `i32` that returns the `%r` of
/// `body`.
fn of_two(body: &str) -> String {
    canonical("(%x: i32, %y: i32) -> i32", &format!("{body}\nreturn %r : i32"))
}

#[test]
fn constants_come_together() {
    let nested = |first: &str, second: &str| {
        of_two(&format!("%c = arith.constant 5 : i32\n%d = arith.constant 3 : i32\n%s = {first}\n%r = {second}"))
    };
    let one = |constant: i32, operation: &str| {
        format!("%c{constant}_i32 = arith.constant {constant} : i32\n%0 = {operation} : i32\nreturn %0 : i32")
    };
    let both = nested("arith.addi %x, %c overflow<nsw> : i32", "arith.addi %s, %d overflow<nsw, nuw> : i32");
    assert_eq!(both, one(8, "arith.addi %arg0, %c8_i32 overflow<nsw>"));
    let mixed = nested("arith.subi %c, %x : i32", "arith.subi %d, %s : i32");
    assert_eq!(mixed, one(-2, "arith.addi %arg0, %c-2_i32"));
    let product = nested("arith.muli %c, %x : i32", "arith.muli %s, %d : i32");
    assert_eq!(product, one(15, "arith.muli %arg0, %c15_i32"));
}

#[test]
fn what_was_done_is_undone() {
    for body in [
        "%s = arith.subi %x, %y : i32\n%r = arith.addi %y, %s : i32",
        "%s = arith.xori %y, %x : i32\n%r = arith.xori %s, %y : i32",
        "%s = arith.muli %x, %y overflow<nsw> : i32\n%r = arith.divsi %s, %y : i32",
        "%e = arith.extsi %x : i32 to i64\n%r = arith.trunci %e : i64 to i32",
        "%e = arith.index_cast %x : i32 to index\n%r = arith.index_cast %e : index to i32",
        "%e = arith.bitcast %x : i32 to f32\n%r = arith.bitcast %e : f32 to i32",
        "%e = arith.cmpi ne, %x, %y : i32\n%r = arith.select %e, %x, %y : i32",
    ] {
        assert_eq!(of_two(body), "return %arg0 : i32", "{body}");
    }
}

#[test]
fn constants_go_right_and_predicates_turn() {
    let compared = canonical(
        "(%x: i32) -> i1",
        "%c = arith.constant 5 : i32\n%l = arith.cmpi slt, %c, %x : i32
         %t = arith.constant true\n%r = arith.xori %l, %t : i1\nreturn %r : i1",
    );
    assert!(compared.contains("arith.cmpi sle, %arg0, %c5_i32 : i32"), "{compared}");
}

#[test]
fn comparisons_of_integers_as_floats_are_of_integers() {
    let compared = |predicate: &str, constant: &str| {
        canonical(
            "(%x: i8) -> i1",
            &format!(
                "%f = arith.sitofp %x : i8 to f32\n%c = arith.constant {constant} : f32
                 %r = arith.cmpf {predicate}, %f, %c : f32\nreturn %r : i1"
            ),
        )
    };
    assert!(compared("olt", "3.5").contains("arith.cmpi sle, %arg0, %c3_i8 : i8"));
    assert!(compared("oge", "-3.5").contains("arith.cmpi sge, %arg0, %c-3_i8 : i8"));
    assert!(compared("ogt", "127.5").starts_with("%false"));
    assert!(compared("ord", "1.0").starts_with("%true"));
}

#[test]
fn signs_of_factors_cancel() {
    let product = canonical(
        "(%x: f32, %y: f32) -> f32",
        "%a = arith.negf %x : f32\n%b = arith.negf %y : f32
         %r = arith.mulf %a, %b fastmath<fast> : f32\nreturn %r : f32",
    );
    assert_eq!(product, "%0 = arith.mulf %arg0, %arg1 fastmath<fast> : f32\nreturn %0 : f32");
}
