//! Operands have constraints on types, properties on attributes.
#![allow(unused_imports)]

extern crate self as rmlir;
pub use rmlir_core as core;
pub use rmlir_macros::*;

use rmlir_core::constraints::*;

#[op(name = "toy.scale")]
pub struct Property {
    #[prop]
    factor: AnyType,
}

#[op(name = "toy.scale")]
pub struct Operand {
    #[operand]
    input: I64Attr,
}

fn main() {}
