//! The format of a type or attribute names its parameters.
#![allow(unused_imports)]

extern crate self as rmlir;
pub use rmlir_core as core;
pub use rmlir_macros::*;

#[ty(name = "toy.box", format = "`<` $elment `>`")]
pub struct UnknownName {
    pub element: rmlir_core::Type,
}

#[ty(name = "toy.pair", format = "`<` $first `>`")]
pub struct MissingName {
    pub first: rmlir_core::Type,
    pub second: rmlir_core::Type,
}

#[ty(name = "toy.pair", format = "`<` $first (`,` $second^)? `>`")]
pub struct AnchorThatIsThere {
    pub first: rmlir_core::Type,
    pub second: rmlir_core::Type,
}

#[attr(name = "toy.size", format = "`<` struct($width, $widht) `>`")]
pub struct InStruct {
    pub width: i64,
    pub height: i64,
}

#[attr(name = "toy.mode", format = "`<` $vlue `>`")]
pub enum OfEnum {
    Fast,
    Exact,
}

fn main() {}
