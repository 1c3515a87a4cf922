//! `tensor.expand_shape` and `tensor.collapse_shape` of tensors whose definition can have the other shape.

use rmlir::core::dense;
use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_arith::ConstantOp;

use crate::{CollapseShapeOp, ExpandShapeOp, FromElementsOp, SplatOp};

/// Rows of `name Op = function;`: patterns of a function of the operation and its source.
macro_rules! patterns {
    ($($name:ident $op:ident = $function:ident;)*) => {$(
        #[pattern]
        pub(crate) fn $name(op: $op, rw: &mut Rewriter) -> Match {
            $function(rw, op.id(), op.src(rw))
        }
    )*};
}

patterns! {
    expand_of_constant ExpandShapeOp = of_constant;
    expand_of_splat ExpandShapeOp = of_splat;
    expand_of_elements ExpandShapeOp = of_elements;
    collapse_of_constant CollapseShapeOp = of_constant;
    collapse_of_splat CollapseShapeOp = of_splat;
    collapse_of_elements CollapseShapeOp = of_elements;
}

fn of_constant(rw: &mut Rewriter, op: OpId, source: Value) -> Match {
    let ty = rw.ty(rw.result(op, 0));
    let splat = constant_value(rw, source).filter(|value| value.splat_value(rw).is_some());
    let Some(value) = splat.and_then(|value| dense::reshaped(rw, value, ty)) else { return Match::No };
    rw.replace_with(op, ConstantOp::build(value));
    Match::Yes
}

fn of_splat(rw: &mut Rewriter, op: OpId, source: Value) -> Match {
    let ty = rw.ty(rw.result(op, 0));
    let Some(splat) = rw.defined_by::<SplatOp>(source) else { return Match::No };
    if rw.ty(source).static_shape(rw).is_none() {
        return Match::No;
    }
    let input = splat.input(rw);
    rw.replace_with(op, SplatOp::build(ty, input, &[]));
    Match::Yes
}

fn of_elements(rw: &mut Rewriter, op: OpId, source: Value) -> Match {
    let ty = rw.ty(rw.result(op, 0));
    let Some(made) = rw.defined_by::<FromElementsOp>(source) else { return Match::No };
    if ty.static_shape(rw).is_none() {
        return Match::No;
    }
    let elements = made.elements(rw);
    rw.replace_with(op, FromElementsOp::build(ty, &elements));
    Match::Yes
}
