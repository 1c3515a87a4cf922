//! `tensor.dim`.

use rmlir::prelude::*;
use rmlir_arith::IndexCastOp;

use crate::{CastOp, DimOp, ExtractOp, ReshapeOp};

canonicalize! {
    DimOp: dim_of_cast, dim_of_destination, dim_of_reshape;
}

#[pattern]
pub(crate) fn dim_of_cast(op: DimOp, rw: &mut Rewriter) -> Match {
    let Some(cast) = rw.defined_by::<CastOp>(op.source(rw)) else { return Match::No };
    let (source, index) = (cast.source(rw), op.index(rw));
    rw.replace_with(op, DimOp::build(source, index));
    Match::Yes
}

/// Replaces the source by the destination operand tied to it.
#[pattern]
pub(crate) fn dim_of_destination(op: DimOp, rw: &mut Rewriter) -> Match {
    let ValueDefinition::Result(maker, index) = rw.value_def(op.source(rw)) else { return Match::No };
    let Some(interface) = rw.interface::<dyn DestinationStyle>(maker) else { return Match::No };
    let Some(init) = interface.inits(OpRef::new(rw, maker)).nth(index as usize) else { return Match::No };
    let init = rw.operand(maker, init);
    rw.set_operand(op, DimOp::SOURCE_OPERAND, init);
    Match::Yes
}

/// Replaces a dimension of a reshaped tensor by an element of the shape operand.
#[pattern]
pub(crate) fn dim_of_reshape(op: DimOp, rw: &mut Rewriter) -> Match {
    let Some(reshape) = rw.defined_by::<ReshapeOp>(op.source(rw)) else { return Match::No };
    let (shape, index, ty) = (reshape.shape(rw), op.index(rw), rw.ty(op.result(rw)));
    rw.after(op.id());
    let loc = rw.loc(op.id());
    let mut size = rw.value(ExtractOp::build(shape, &[index]).at(loc));
    if rw.ty(size) != ty {
        size = rw.value(IndexCastOp::build(ty, size).at(loc));
    }
    rw.replace(op, [size])
}
