//! Instructions of Arm: products of rows and of matrices, and masks in predicate registers.

use rmlir_test_eval::op;

#[test]
fn sums_are_of_four_products() {
    let text = "arm_neon.intr.sdot %a, %b, %c : vector<8xi8>, vector<8xi8> to vector<2xi32>";
    let types = ["vector<2xi32>", "vector<8xi8>", "vector<8xi8>"];
    let args = ["[10, -1]", "[1, 2, 3, 4, -128, 0, 0, 1]", "[1, 1, 1, -1, -128, 5, 5, poison]"];
    assert_eq!(op(text, &types, "vector<2xi32>", &args), "[12, poison]");
}

#[test]
fn matrices_are_rows_by_rows() {
    let types = ["vector<4xi32>", "vector<16xi8>", "vector<16xi8>"];
    let rows = [
        "[0, 0, 0, 100]",
        "[1, 0, 0, 0, 0, 0, 0, 0, -1, 1, 0, 0, 0, 0, 0, 0]",
        "[2, 0, 0, 0, 0, 0, 0, 0, 3, -1, 0, 0, 0, 0, 0, 0]",
    ];
    let of = |name: &str| {
        let text = format!("arm_neon.intr.{name} %a, %b, %c : vector<16xi8> to vector<4xi32>");
        op(&text, &types, "vector<4xi32>", &rows)
    };
    assert_eq!(of("smmla"), "[2, 3, -2, 96]");
    assert_eq!(of("ummla"), "[2, 3, 510, 1120]");
    assert_eq!(of("usmmla"), "[2, 3, 510, 864]");
}

#[test]
fn masked_arithmetic_keeps_the_first_operand() {
    let of = |name: &str| {
        let text = format!("arm_sve.masked.{name} %a, %b, %c : vector<[4]xi1>, vector<[4]xi8>");
        let types = ["vector<[4]xi1>", "vector<[4]xi8>", "vector<[4]xi8>"];
        op(&text, &types, "vector<[4]xi8>", &["[true, false, true, poison]", "[-128, 7, 9, 1]", "[-1, 2, 0, 1]"])
    };
    assert_eq!(of("subi"), "[-127, 7, 9, poison]");
    assert_eq!(of("divi_signed"), "[-128, 7, 0, poison]");
    assert_eq!(of("divi_unsigned"), "[0, 7, 0, poison]");
}

#[test]
fn bits_of_small_predicates_are_apart() {
    let text = "arm_sve.convert_to_svbool %a : vector<[2]xi1>";
    let full = "[true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false]";
    assert_eq!(op(text, &["vector<[2]xi1>"], "vector<[16]xi1>", &["[true, true]"]), full);
    let text = "arm_sve.convert_from_svbool %a : vector<[2]xi1>";
    assert_eq!(op(text, &["vector<[16]xi1>"], "vector<[2]xi1>", &[full]), "[true, true]");
    let text = "arm_sve.psel %a, %b[%c] : vector<[2]xi1>, vector<[4]xi1>";
    let types = ["vector<[2]xi1>", "vector<[4]xi1>", "index"];
    let of = |index: &str| op(text, &types, "vector<[2]xi1>", &["[true, false]", "[false, true, false, false]", index]);
    assert_eq!(of("5"), "[true, false]");
    assert_eq!(of("2"), "[false, false]");
}

#[test]
fn segments_beyond_the_vector_are_zero() {
    let of = |lane: u32| {
        let text = format!("arm_sve.dupq_lane %a[{lane}] : vector<[4]xi32>");
        op(&text, &["vector<[4]xi32>"], "vector<[4]xi32>", &["[1, 2, 3, 4]"])
    };
    assert_eq!(of(0), "[1, 2, 3, 4]");
    assert_eq!(of(1), "[0, 0, 0, 0]");
}
