//! Conversions between tensors and buffers.

use rmlir::core::types::TypeData;
use rmlir::prelude::*;
use rmlir_memref as memref;
use rmlir_tensor as tensor;

use crate::bufferizable::{Options, fold_to_buffer_of_to_tensor};
use crate::{ToBufferOp, ToTensorOp};

canonicalize! {
    ToTensorOp: dim_of_to_tensor;
    ToBufferOp: dim_of_to_buffer, load_of_to_buffer, to_buffer_of_cast, to_buffer_of_to_tensor;
}

/// Folds a `to_tensor` of a `to_buffer` right before it to the tensor.
#[fold(ToTensorOp)]
pub(crate) fn fold_to_tensor(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let Some(made) = cx.defined_by::<ToBufferOp>(cx.operand(cx.op(), 0)) else { return Fold::No };
    let is_next = cx.next_op(made.id()) == Some(cx.op());
    is_next.then(|| made.tensor(cx)).into()
}

/// Folds a `to_buffer` of a `to_tensor` to the buffer if that has the same type.
#[fold(ToBufferOp)]
pub(crate) fn fold_to_buffer(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let ty = cx.ty(cx.result(cx.op(), 0));
    let Some(made) = cx.defined_by::<ToTensorOp>(cx.operand(cx.op(), 0)) else { return Fold::No };
    Some(made.buffer(cx)).filter(|&buffer| cx.ty(buffer) == ty).into()
}

#[pattern]
pub(crate) fn dim_of_to_tensor(op: tensor::DimOp, rw: &mut Rewriter) -> Match {
    let Some(made) = rw.defined_by::<ToTensorOp>(op.source(rw)) else { return Match::No };
    let (buffer, index) = (made.buffer(rw), op.index(rw));
    rw.replace_with(op, memref::DimOp::build(buffer, index));
    Match::Yes
}

#[pattern]
pub(crate) fn dim_of_to_buffer(op: memref::DimOp, rw: &mut Rewriter) -> Match {
    let Some(made) = rw.defined_by::<ToBufferOp>(op.source(rw)) else { return Match::No };
    let (tensor, index) = (made.tensor(rw), op.index(rw));
    rw.replace_with(op, tensor::DimOp::build(tensor, index));
    Match::Yes
}

#[pattern]
pub(crate) fn load_of_to_buffer(op: memref::LoadOp, rw: &mut Rewriter) -> Match {
    let made = rw.defined_by::<ToBufferOp>(op.memref(rw)).filter(|made| made.read_only(rw));
    let Some(made) = made else { return Match::No };
    let (tensor, indices) = (made.tensor(rw), op.indices(rw));
    rw.replace_with(op, tensor::ExtractOp::build(tensor, &indices));
    Match::Yes
}

/// Replaces the buffer of a cast tensor by a cast of the tensor's buffer.
#[pattern]
pub(crate) fn to_buffer_of_cast(op: ToBufferOp, rw: &mut Rewriter) -> Match {
    let Some(cast) = rw.defined_by::<tensor::CastOp>(op.tensor(rw)) else { return Match::No };
    let source = cast.source(rw);
    let TypeData::RankedTensor { shape, element, .. } = rw.ty(source).data(rw.cx()).clone() else { return Match::No };
    let wanted = rw.ty(op.buffer(rw));
    let ty = match wanted.data(rw.cx()).clone() {
        TypeData::MemRef { layout, space, .. } => rw.cx().ty(TypeData::MemRef { shape, element, layout, space }),
        TypeData::UnrankedMemRef { space, .. } => rw.cx().ty(TypeData::MemRef { shape, element, layout: None, space }),
        _ => return Match::No,
    };
    let read_only = if op.read_only(rw) { Attr::UNIT } else { Attr::ABSENT };
    rw.before(op.id());
    let buffer = rw.value(ToBufferOp::build(ty, source).prop(ToBufferOp::READ_ONLY, read_only));
    rw.replace_with(op, memref::CastOp::build(wanted, buffer));
    Match::Yes
}

#[pattern]
pub(crate) fn to_buffer_of_to_tensor(op: ToBufferOp, rw: &mut Rewriter) -> Match {
    rw.before(op.id());
    let options = Options { alignment: 0, ..Options::default() };
    if fold_to_buffer_of_to_tensor(rw, op, &options) { Match::Yes } else { Match::No }
}
