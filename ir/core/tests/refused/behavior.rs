//! What implements a trait names its operations, and a class has no name.
#![allow(unused_imports)]

extern crate self as rmlir;
pub use rmlir_core as core;
pub use rmlir_macros::*;

use rmlir_core::constraints::*;
use rmlir_core::{Attr, Fold, FoldCx, OpRef};

#[op(name = "toy.scale", fold)]
pub struct NothingFolds {
    #[operand]
    input: AnyType,
}

#[fold]
fn of_nothing(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    Fold::No
}

#[op(name = "toy.other", verify)]
pub struct Other {
    #[operand]
    input: AnyType,
}

#[verify(Other)]
fn of_another_signature(op: OpRef) -> bool {
    true
}

#[op_class(name = "toy.named")]
struct Named {
    #[operand]
    input: AnyType,
}

#[op(name = "toy.classless", classes())]
pub struct Classless;

fn main() {}
