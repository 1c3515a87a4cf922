//! An error about the arguments of a builder points at the fields.
#![allow(unused_imports)]

extern crate self as rmlir;
pub use rmlir_core as core;
pub use rmlir_macros::*;

use rmlir_core::constraints::*;
use rmlir_core::{Attr, Type, Value};

#[op(name = "toy.scale")]
pub struct Scale {
    #[operand]
    input: AnyType,
    #[operand]
    others: Vec<AnyType>,
    #[prop]
    factor: I64Attr,
    #[result]
    output: AnyType,
}

pub fn without_operand(ty: Type, factor: Attr, others: &[Value]) {
    Scale::build(ty, others, factor);
}

pub fn without_property(ty: Type, input: Value, others: &[Value]) {
    Scale::build(ty, input, others);
}

pub fn without_type(input: Value, others: &[Value], factor: Attr) {
    Scale::build(input, others, factor);
}

fn main() {}
