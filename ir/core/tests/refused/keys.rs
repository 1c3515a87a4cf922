//! Keys exist, and so does the field from which a type is derived.
#![allow(unused_imports)]

extern crate self as rmlir;
pub use rmlir_core as core;
pub use rmlir_macros::*;

use rmlir_core::constraints::*;

#[op(nmae = "toy.scale")]
pub struct Key {
    #[operand]
    input: AnyType,
}

#[op(name = "toy.scale", description = "multiplies")]
pub struct KeyOfAnotherWorld {
    #[operand]
    input: AnyType,
}

#[op(name = "scale")]
pub struct NoDialect {
    #[operand]
    input: AnyType,
}

#[op(name = "toy.scale")]
pub struct Derived {
    #[operand]
    input: AnyType,
    #[result(derive(from = "imput", with = |_, ty| Some(ty), summary = "the same"))]
    output: AnyType,
}

#[op(name = "toy.scale", parse = parse)]
pub struct NoPrinter {
    #[operand]
    input: AnyType,
}

fn main() {}
