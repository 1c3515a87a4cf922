//! Replacement of masks that are known to be all true by constants, which fold away.
//!
//! The operands of a mask are sizes: it is all true if each of them is at least the size of the vector, for any
//! possible vector scale.

use rmlir::affine_maps::BinaryKind;
use rmlir::analysis::bounds::{ScaleRange, Side, Variable, scalable_bound};
use rmlir::core::fold::constant_value;
use rmlir::core::value_bounds::Quantity;
use rmlir::prelude::*;
use rmlir_vector::{ConstantMaskOp, CreateMaskOp, VectorType};

/// Replaces all-true masks in `root`, a function; the constants are created at its start.
pub fn replace_full_masks(rw: &mut Rewriter, root: OpId, range: ScaleRange) {
    let Some(entry) = OpRef::new(rw, root).region(0).entry().map(|entry| entry.id) else { return };
    let mut masks = Vec::new();
    rw.walk_postorder(root, |op| masks.extend(OpRef::new(rw, op).cast::<CreateMaskOp>()));
    rw.at_start(entry);
    for mask in masks {
        let result = rw.result(mask.id(), 0);
        let ty = rw.ty(result);
        let Some(vector) = VectorType::of(rw, ty).filter(|vector| is_full(rw, mask, vector, range)) else { continue };
        let loc = rw.loc(mask.id());
        rw.set_loc(loc);
        let sizes = rw.cx().i64_array(&vector.shape);
        let full = rw.value(ConstantMaskOp::build(ty, sizes));
        rw.replace_all_uses(result, full);
    }
}

fn is_full(body: &Body, mask: CreateMaskOp, vector: &VectorType, range: ScaleRange) -> bool {
    let sizes = mask.operands(body);
    let dims: Vec<(Value, i64, bool)> = sizes
        .iter()
        .zip(&vector.shape)
        .zip(&vector.scalable)
        .map(|((&set, &size), &scales)| (set, size, scales))
        .collect();
    let constant = |set: Value| constant_value(body, set).and_then(|number| number.as_i64(body));
    // Constants are checked before sizes that need an analysis.
    let may_be_full = dims.iter().all(|&(set, size, scales)| constant(set).is_none_or(|set| !scales && set >= size));
    let has_dims = !dims.is_empty();
    has_dims && may_be_full && dims.into_iter().all(|(set, size, scales)| is_at_least(body, set, (size, scales), range))
}

/// Whether `set` is at least `size`, times the vector scale if it `scales`.
fn is_at_least(body: &Body, set: Value, (size, scales): (i64, bool), range: ScaleRange) -> bool {
    let Some(least) = scalable_bound(body, Side::Lower, &Variable::from(Quantity::index(set)), range) else {
        return false;
    };
    let expr = least.map.result(0);
    if let Some(number) = expr.as_constant() {
        return !scales && number >= size;
    }
    let factor = match expr.as_binary(BinaryKind::Mul) {
        Some((scale, factor)) if scale.as_symbol().is_some() => factor.as_constant(),
        _ => expr.as_symbol().map(|_| 1),
    };
    let least = factor.map(|factor| if scales { factor } else { factor.saturating_mul(range.min) });
    least.is_some_and(|least| least >= size)
}
