//! A format binds each operand, region and successor once, and has an attribute dictionary.
#![allow(unused_imports)]

extern crate self as rmlir;
pub use rmlir_core as core;
pub use rmlir_macros::*;

use rmlir_core::constraints::*;

#[op(name = "toy.scale", format = "$input `:` type($input)")]
pub struct NoDictionary {
    #[operand]
    input: AnyType,
}

#[op(name = "toy.scale", format = "$input attr-dict attr-dict `:` type($input)")]
pub struct TwoDictionaries {
    #[operand]
    input: AnyType,
}

#[op(name = "toy.scale", format = "attr-dict `:` type($input)")]
pub struct NoOperand {
    #[operand]
    input: AnyType,
}

#[op(name = "toy.scale", format = "$input $input attr-dict `:` type($input)")]
pub struct OperandTwice {
    #[operand]
    input: AnyType,
}

#[op(name = "toy.scale", format = "operands $input attr-dict `:` type($input)")]
pub struct OperandAndAll {
    #[operand]
    input: AnyType,
}

#[op(name = "toy.scale", format = "$input attr-dict `:` type($input) type($input)")]
pub struct TypeTwice {
    #[operand]
    input: AnyType,
}

#[op(name = "toy.scope", format = "attr-dict")]
pub struct NoRegion {
    #[region]
    body: AnyRegion,
}

#[op(name = "toy.jump", format = "attr-dict")]
pub struct NoSuccessor {
    #[successor]
    dest: AnySuccessor,
}

fn main() {}
