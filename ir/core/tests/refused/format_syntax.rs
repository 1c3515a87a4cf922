//! A format is a list of elements.
#![allow(unused_imports)]

extern crate self as rmlir;
pub use rmlir_core as core;
pub use rmlir_macros::*;

use rmlir_core::constraints::*;

#[op(name = "toy.scale", format = "$input attr-dict `:` type($input")]
pub struct Parenthesis {
    #[operand]
    input: AnyType,
}

#[op(name = "toy.scale", format = "$input attr-dct `:` type($input)")]
pub struct DirectiveName {
    #[operand]
    input: AnyType,
}

#[op(name = "toy.scale", format = "$input attr-dict `: type($input)")]
pub struct BackQuote {
    #[operand]
    input: AnyType,
}

#[op(name = "toy.scale", format = "$input attr-dict `a b` type($input)")]
pub struct Literal {
    #[operand]
    input: AnyType,
}

#[op(name = "toy.scale", format = "$input attr-dict : type($input)")]
pub struct NoLiteral {
    #[operand]
    input: AnyType,
}

#[op(name = "toy.scale", format = "$ attr-dict")]
pub struct NoName {
    #[operand]
    input: AnyType,
}

#[op(name = "toy.scale", format = "(`x` $factor)? attr-dict")]
pub struct NoAnchor {
    #[prop]
    factor: Option<I64Attr>,
}

#[op(name = "toy.scale", format = "(`x` $factor^ $other^)? attr-dict")]
pub struct TwoAnchors {
    #[prop]
    factor: Option<I64Attr>,
    #[prop]
    other: Option<I64Attr>,
}

#[op(name = "toy.scale", format = "(`x` $factor^) attr-dict")]
pub struct NoQuestionMark {
    #[prop]
    factor: Option<I64Attr>,
}

#[op(name = "toy.clauses", format = "oilist(`a` $a | $b) attr-dict")]
pub struct ClauseWithoutLiteral {
    #[prop]
    a: Option<I64Attr>,
    #[prop]
    b: Option<I64Attr>,
}

fn main() {}
