//! A toy: three operations, a type, an attribute, a canonicalization, a pass, and an opt tool that knows them.
mod area;
mod eval;
mod map;
use rmlir::{dialects::arith::{Arith, ConstantOp, MulIOp}, prelude::*};

dialect! { pub Toy = "toy" {
    types: [BoxType], attrs: [Mode], ops: [Scale, Scope, map::Map],
    passes: [area::toy_area, toy_expand_scale, map::toy_map_to_scf], depends: [Arith],
} }

#[ty(name = "toy.box", format = "`<` $element `>`")]
pub struct BoxType { pub element: Type }
#[attr(name = "toy.mode")]
pub enum Mode { Fast, Exact }

/// Multiplies by a constant factor.
#[op(name = "toy.scale", traits(Pure, SameOperandsAndResultType), canonicalize(scale_by_one),
     eval, format = "$input `by` $factor $mode attr-dict `:` type($input)")]
pub struct Scale { #[operand] input: AnyType, #[prop] factor: I64Attr, #[prop] mode: Mode, #[result] output: AnyType }

#[op(name = "toy.scope", traits(NoTerminator, SingleBlock), format = "attr-dict-with-keyword $body")]
pub struct Scope { #[region] body: AnyRegion }

#[pattern]
fn scale_by_one(op: Scale, rw: &mut Rewriter) -> Match {
    if op.factor(rw) != 1 { return rw.no_match(op, "factor is not 1") }
    rw.replace(op, op.input(rw))
}

#[pattern]
fn expand_scale(op: Scale, rw: &mut Rewriter) -> Match {
    if rw.ty(op.input(rw)) != Type::I64 { return rw.no_match(op, "only i64 can be multiplied") }
    let factor = rw.value(ConstantOp::build(op.factor(rw)));
    let product = rw.value(MulIOp::build(op.input(rw), factor));
    rw.replace(op, product)
}

/// Expand toy.scale into arith.muli
#[pass(name = "toy-expand-scale", depends(Arith))]
fn toy_expand_scale(cx: &mut PassCx) -> PassResult { cx.apply_greedily(patterns![expand_scale]) }

fn main() -> std::process::ExitCode {
    rmlir::opt_main(|registry| { registry.register::<Toy>(); area::attach(registry) })
}
