//! Two variadic fields need segment sizes.
#![allow(unused_imports)]

extern crate self as rmlir;
pub use rmlir_core as core;
pub use rmlir_macros::*;

use rmlir_core::constraints::*;

#[op(name = "toy.call")]
pub struct Operands {
    #[operand]
    inputs: Vec<AnyType>,
    #[operand]
    outputs: Vec<AnyType>,
}

#[op(name = "toy.call")]
pub struct Optional {
    #[operand]
    callee: Option<AnyType>,
    #[operand]
    first: AnyType,
    #[operand]
    rest: Vec<AnyType>,
}

#[op(name = "toy.call", traits(AttrSizedOperandSegments))]
pub struct Results {
    #[result]
    token: Option<AnyType>,
    #[result]
    values: Vec<AnyType>,
}

fn main() {}
