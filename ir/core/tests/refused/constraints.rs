//! Constraints and traits exist.
#![allow(unused_imports)]

extern crate self as rmlir;
pub use rmlir_core as core;
pub use rmlir_macros::*;

use rmlir_core::constraints::*;

#[op(name = "toy.scale")]
pub struct Property {
    #[prop]
    factor: I64Atr,
}

#[op(name = "toy.scale")]
pub struct Operand {
    #[operand]
    input: SignlesIntegerLike,
}

#[op(name = "toy.scale", traits(Pur))]
pub struct Trait {
    #[operand]
    input: AnyType,
}

fn main() {}
