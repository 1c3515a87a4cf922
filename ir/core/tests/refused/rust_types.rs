//! A field is declared with a constraint; for a Rust type the corresponding one is suggested.
#![allow(unused_imports)]

extern crate self as rmlir;
pub use rmlir_core as core;
pub use rmlir_macros::*;

use rmlir_core::constraints::*;

#[op(name = "toy.scale")]
pub struct Integer {
    #[prop]
    x: i64,
}

#[op(name = "toy.scale")]
pub struct Optional {
    #[prop]
    x: Option<bool>,
}

#[op(name = "toy.scale")]
pub struct Text {
    #[prop]
    x: &'static str,
}

#[op(name = "toy.scale")]
pub struct List {
    #[prop]
    x: Vec<i32>,
}

#[op(name = "toy.scale")]
pub struct Slice {
    #[prop]
    x: &'static [i64],
}

#[op(name = "toy.scale")]
pub struct Operand {
    #[operand]
    x: f32,
}

#[op(name = "toy.scale")]
pub struct Operands {
    #[operand]
    x: Vec<Value>,
}

#[op(name = "toy.scale")]
pub struct Result {
    #[result]
    x: Option<usize>,
}

#[op(name = "toy.scale")]
pub struct Region {
    #[region]
    x: RegionId,
}

#[op(name = "toy.scale")]
pub struct Successor {
    #[successor]
    x: BlockId,
}

#[op(name = "toy.scale")]
pub struct ListOfAttributes {
    #[prop]
    x: Vec<I64Attr>,
}

fn main() {}
