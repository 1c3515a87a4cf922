//! `tensor.extract`.

use rmlir::prelude::*;
use rmlir_arith::IndexCastOp;

use crate::create::FromElementsOp;
use crate::types::TensorParts;
use crate::{CastOp, ExtractOp};

canonicalize! {
    FromElementsOp: extract_of_index_cast;
    ExtractOp: extract_of_cast;
}

#[pattern]
pub(crate) fn extract_of_cast(op: ExtractOp, rw: &mut Rewriter) -> Match {
    let Some(cast) = rw.defined_by::<CastOp>(op.tensor(rw)) else { return Match::No };
    let (source, indices) = (cast.source(rw), op.indices(rw));
    if TensorParts::of(rw, rw.ty(source)).is_none() {
        return Match::No;
    }
    rw.replace_with(op, ExtractOp::build(source, &indices));
    Match::Yes
}

/// Replaces an element of a tensor of cast indices by the cast element.
#[pattern]
pub(crate) fn extract_of_index_cast(op: ExtractOp, rw: &mut Rewriter) -> Match {
    let Some(cast) = rw.defined_by::<IndexCastOp>(op.tensor(rw)) else { return Match::No };
    let (source, indices, ty) = (rw.operand(cast.id(), 0), op.indices(rw), rw.ty(op.result(rw)));
    rw.before(op.id());
    let element = rw.value(ExtractOp::build(source, &indices));
    rw.replace_with(op, IndexCastOp::build(ty, element));
    Match::Yes
}
