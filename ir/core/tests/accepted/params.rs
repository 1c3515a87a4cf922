//! Formats of parameters become tables, and a dialect accepts items of distinct names.

use rmlir::core::dialect::ParamsFormat;
use rmlir::core::opdef::format::Kind;
use rmlir::core::{Dialect, DialectAttr, DialectType, Type};
use rmlir::{attr, dialect, op, ty};

#[ty(name = "toy.array", format = "`<` $size `x` qualified($element) (`,` struct($label)^)? `>`")]
pub struct ArrayType {
    pub size: i64,
    pub element: Type,
    pub label: Option<&str>,
}

#[attr(name = "toy.pair", format = "`<` params `>`")]
pub struct Pair {
    pub first: i64,
    pub second: Option<i64>,
}

#[attr(name = "toy.mode")]
pub enum Mode {
    Fast,
    Exact,
}

/// An operation with the same name as the type.
#[op(name = "toy.array")]
pub struct Array {}

#[op(name = "toy.arrays")]
pub struct Arrays {}

dialect! { pub Toy = "toy" { types: [ArrayType], attrs: [Pair, Mode], ops: [Array, Arrays] } }

#[test]
fn every_element_is_in_the_table() {
    let ParamsFormat::Spec(format) = ArrayType::DEF.format else { panic!("the format is declared") };
    let kinds: Vec<Kind> = format.elements.iter().map(|element| element.kind).collect();
    assert!(matches!(kinds[1..4], [Kind::Variable("size"), Kind::Literal("x"), Kind::Qualified(_)]));
    let Kind::Group(group) = kinds[4] else { panic!("{kinds:?}") };
    assert_eq!((group.anchor().kind, group.inverted), (Kind::Struct(&["label"]), false));
    let ParamsFormat::Spec(format) = Mode::DEF.format else { panic!("an enumeration has a format") };
    assert_eq!(format.text, "`<` $value `>`");
}

#[test]
fn an_operation_may_be_called_as_a_type() {
    assert_eq!((Toy::DEF.ops.len(), ArrayType::NAME), (2, Toy::DEF.ops[0].name));
    assert_eq!([Pair::NAME, Mode::NAME], ["toy.pair", "toy.mode"]);
}
