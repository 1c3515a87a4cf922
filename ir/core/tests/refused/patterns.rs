//! `canonicalize(..)` takes functions that are marked with `#[pattern]`.
#![allow(unused_imports)]

extern crate self as rmlir;
pub use rmlir_core as core;
pub use rmlir_macros::*;

use rmlir_core::constraints::*;
use rmlir_core::{Match, Rewriter};

#[op(name = "toy.scale", canonicalize(scale_by_one))]
pub struct Scale {
    #[operand]
    input: AnyType,
}

fn scale_by_one(op: Scale, rw: &mut Rewriter) -> Match {
    rw.no_match(op, "it is none")
}

fn main() {}
