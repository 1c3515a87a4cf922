//! Constant masks, and operations with constant masks.

use rmlir::core::attrs::AttrData;
use rmlir::core::fold::constant_value;
use rmlir::prelude::*;

use super::{constant_index, defining, result_type, splat_attr};
use crate::types::VectorType;
use crate::{ConstantMaskOp, CreateMaskOp, MaskOp};

/// The bits of a mask, as far as they are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MaskFormat {
    /// All bits are set.
    AllTrue,
    /// No bit is set.
    AllFalse,
    /// The bits are unknown.
    Unknown,
}

/// The bits of `mask`, as far as they are known.
pub fn mask_format(body: &Body, mask: Value) -> MaskFormat {
    if let Some(constant) = defining::<ConstantMaskOp>(body, mask) {
        let shape = VectorType::at(body, mask).shape;
        let sizes = constant.sizes(body);
        // A mask of rank 0 has a size, too.
        let bound = |dim: usize| shape.get(dim).copied().unwrap_or(1);
        return match () {
            _ if sizes.iter().enumerate().all(|(dim, &size)| size >= bound(dim)) => MaskFormat::AllTrue,
            _ if sizes.iter().all(|&size| size <= 0) => MaskFormat::AllFalse,
            _ => MaskFormat::Unknown,
        };
    }
    if let Some(create) = defining::<CreateMaskOp>(body, mask) {
        let is_empty = |&size: &Value| constant_index(body, size).is_some_and(|size| size <= 0);
        let any_empty = create.operands(body).iter().any(is_empty);
        return if any_empty { MaskFormat::AllFalse } else { MaskFormat::Unknown };
    }
    let Some(value) = constant_value(body, mask) else { return MaskFormat::Unknown };
    let AttrData::Dense { data, .. } = value.data(body) else { return MaskFormat::Unknown };
    match () {
        _ if data.iter().all(|&bit| bit != 0) => MaskFormat::AllTrue,
        _ if data.iter().all(|&bit| bit == 0) => MaskFormat::AllFalse,
        _ => MaskFormat::Unknown,
    }
}

#[fold(ConstantMaskOp)]
pub fn constant_mask(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let sizes = ConstantMaskOp::from_id(cx.op()).sizes(cx);
    let ty = result_type(cx);
    let shape = ty.shape(cx).unwrap_or_default();
    let is_full = if shape.is_empty() { sizes == [1] } else { sizes == shape };
    if is_full || sizes.iter().all(|&size| size == 0) {
        return splat_attr(cx, ty, cx.bool_attr(is_full)).into();
    }
    Fold::No
}

/// Folds an empty body to the yielded values, and removes a mask whose bits are all set.
#[fold(MaskOp)]
pub fn mask(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = MaskOp::from_id(cx.op());
    let results = match op.masked_op(cx) {
        Some(masked) if mask_format(cx, op.mask(cx)) == MaskFormat::AllTrue => {
            cx.move_out(masked);
            cx.results(masked).to_vec()
        }
        Some(_) => return Fold::No,
        None => yielded(cx, op),
    };
    if results.is_empty() { Fold::No } else { Fold::Results(results.into_iter().map(FoldValue::Value).collect()) }
}

/// The values yielded by an empty body without a pass-through value.
fn yielded(body: &Body, op: MaskOp) -> Vec<Value> {
    match body.last_op(op.block(body)).filter(|_| op.passthru(body).is_none()) {
        Some(terminator) => body.operands(terminator).collect(),
        None => Vec::new(),
    }
}
