//! A toy dialect: two operations, a type, an attribute, a canonicalization and a pass.
use rmlir::dialects::arith::{Arith, ConstantOp, MulIOp};
use rmlir::prelude::*;

dialect! { pub Toy = "toy" { types: [BoxType], attrs: [Mode], ops: [Scale, Scope], passes: [toy_expand_scale] } }

#[ty(name = "toy.box", format = "`<` $element `>`")]
pub struct BoxType { pub element: Type }
#[attr(name = "toy.mode")]
pub enum Mode { Fast, Exact }

/// Multiplies by a constant factor.
#[op(name = "toy.scale", traits(Pure, SameOperandsAndResultType), canonicalize(scale_by_one),
     format = "$input `by` $factor $mode attr-dict `:` type($input)")]
pub struct Scale { #[operand] input: AnyType, #[prop] factor: I64Attr, #[prop] mode: Mode, #[result] output: AnyType }

#[op(name = "toy.scope", traits(NoTerminator, SingleBlock), format = "attr-dict-with-keyword $body")]
pub struct Scope { #[region] body: AnyRegion }

#[pattern]
fn scale_by_one(op: Scale, rw: &mut Rewriter) -> Match {
    if op.factor(rw) == 1 { rw.replace(op, op.input(rw)) } else { rw.no_match(op, "the factor is not 1") }
}

#[pattern]
fn expand_scale(op: Scale, rw: &mut Rewriter) -> Match {
    if rw.ty(op.input(rw)) != Type::I64 { return rw.no_match(op, "only i64 can be multiplied") }
    let factor = rw.value(ConstantOp::build(op.factor(rw)));
    rw.replace_with(op, MulIOp::build(op.input(rw), factor));
    Match::Yes
}

/// Expand toy.scale into arith.muli
#[pass(name = "toy-expand-scale", depends(Arith))]
fn toy_expand_scale(cx: &mut PassCx) -> PassResult { cx.apply_greedily(patterns![expand_scale]) }
