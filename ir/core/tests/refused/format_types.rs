//! A format contains all types that are not derived or inferred.
#![allow(unused_imports)]

extern crate self as rmlir;
pub use rmlir_core as core;
pub use rmlir_macros::*;

use rmlir_core::constraints::*;
use rmlir_core::opdef::TypeConstraint;
use rmlir_core::{Context, Type};

#[op(name = "toy.scale", types(T = AnyType), format = "$input attr-dict `:` type($input)")]
pub struct OfAnotherGroup {
    #[operand]
    input: T,
    #[operand]
    other: U,
}

#[op(name = "toy.scale", format = "$input attr-dict")]
pub struct OfAnyOperand {
    #[operand]
    input: AnyType,
}

#[op(name = "toy.scale", format = "$input attr-dict `:` type($input)")]
pub struct OfAnyResult {
    #[operand]
    input: AnyType,
    #[result]
    output: SignlessIntegerLike,
}

#[allow(non_upper_case_globals)]
static Small: TypeConstraint = TypeConstraint::new("i1 or i2", |cx: &Context, ty: Type| ty.int_width(cx) < Some(3));

#[op(name = "toy.scale", format = "$input attr-dict")]
pub struct OfOwnConstraint {
    #[operand]
    input: Small,
}

fn main() {}
