//! Dialect hooks: constants, and inlining.

use rmlir::core::attrs::AttrData;
use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;
use rmlir_arith::Arith;

use crate::constraints::part;
use crate::parts::ConstantOp;

pub(crate) struct Hooks;

impl DialectHooks for Hooks {
    /// Pairs of scalars are materialized as constants of this dialect, all others as those of `arith`.
    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        match is_number_of(cx, value, ty) {
            true => Some(ConstantOp::build(ty, value).finish(cx)),
            false => Arith::DEF.hooks().materialize_constant(cx, value, ty),
        }
    }
    fn is_legal_to_inline_op(&self, _op: OpRef, _into: OpRef, _would_be_cloned: bool) -> bool {
        true
    }
}

/// Whether `value` consists of two floats or two integers that are the components of a complex number of type `ty`.
fn is_number_of(cx: &Context, value: Attr, ty: Type) -> bool {
    let (Some(&[real, imaginary]), Some(part)) = (value.as_array(cx), part(cx, ty)) else { return false };
    match (real.data(cx), imaginary.data(cx)) {
        (AttrData::Float { ty: real, .. }, AttrData::Float { ty: imaginary, .. })
        | (AttrData::Integer { ty: real, .. }, AttrData::Integer { ty: imaginary, .. }) => {
            *real == part && *imaginary == part
        }
        _ => false,
    }
}
