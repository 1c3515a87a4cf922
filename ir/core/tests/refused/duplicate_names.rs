//! No two operations, types or attributes of a dialect have the same name, and no two fields of an operation.
#![allow(unused_imports)]

extern crate self as rmlir;
pub use rmlir_core as core;
pub use rmlir_macros::*;

use rmlir_core::constraints::*;

#[op(name = "toy.scale")]
pub struct Scale {
    #[operand]
    input: AnyType,
}

#[op(name = "toy.scope")]
pub struct Scope {
    #[region]
    body: AnyRegion,
}

mod other {
    use super::*;

    #[op(name = "toy.scale")]
    pub struct ScaleAgain {
        #[operand]
        input: AnyType,
    }

    #[ty(name = "toy.box")]
    pub struct BoxAgain {}

    #[attr(name = "toy.mode")]
    pub enum ModeAgain {
        Slow,
    }
}

#[ty(name = "toy.box")]
pub struct Box {}

#[attr(name = "toy.mode")]
pub enum Mode {
    Fast,
}

dialect! {
    pub Toy = "toy" {
        types: [Box, other::BoxAgain], attrs: [Mode, other::ModeAgain], ops: [Scale, Scope, other::ScaleAgain],
    }
}

#[op(name = "toy.pair")]
pub struct Fields {
    #[operand]
    first: AnyType,
    #[prop(name = "first")]
    size: I64Attr,
}

fn main() {}
