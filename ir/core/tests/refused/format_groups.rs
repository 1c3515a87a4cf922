//! The first element of a group decides whether the group is present.
#![allow(unused_imports)]

extern crate self as rmlir;
pub use rmlir_core as core;
pub use rmlir_macros::*;

use rmlir_core::constraints::*;

#[op(name = "toy.scale", format = "($input^ `x`)? attr-dict `:` type($input)")]
pub struct StartsWithOneOperand {
    #[operand]
    input: AnyType,
}

#[op(name = "toy.scale", format = "(attr-dict $factor^)?")]
pub struct StartsWithDictionary {
    #[prop]
    factor: Option<I64Attr>,
}

#[op(name = "toy.scale", format = "(`x`^)? attr-dict")]
pub struct LiteralAsAnchor {
    #[prop]
    factor: Option<I64Attr>,
}

fn main() {}
