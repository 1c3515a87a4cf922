//! `memref.view`.

use rmlir::prelude::*;

use super::alloc::with_known_sizes;
use super::replace_by_cast;
use crate::ViewOp;
use crate::fold::cast_source;

canonicalize! {
    ViewOp: known_sizes, view_of_cast;
}

/// Makes constant sizes static.
#[pattern]
pub(crate) fn known_sizes(op: ViewOp, rw: &mut Rewriter) -> Match {
    let Some((ty, sizes)) = with_known_sizes(rw, rw.ty(op.result(rw)), &op.sizes(rw)) else { return Match::No };
    let (source, shift) = (op.source(rw), op.byte_shift(rw));
    rw.before(op.id());
    let new = rw.value(ViewOp::build(ty, source, shift, &sizes));
    replace_by_cast(rw, op, new)
}

/// Skips a cast of the source.
#[pattern]
pub(crate) fn view_of_cast(op: ViewOp, rw: &mut Rewriter) -> Match {
    let Some(source) = cast_source(rw, op.source(rw)) else { return Match::No };
    let (ty, shift, sizes) = (rw.ty(op.result(rw)), op.byte_shift(rw), op.sizes(rw));
    rw.replace_with(op, ViewOp::build(ty, source, shift, &sizes));
    Match::Yes
}
