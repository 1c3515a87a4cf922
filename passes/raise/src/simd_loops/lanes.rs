//! The number of lanes of a loop or a function.

use rmlir::prelude::*;
use rmlir_llvm::attrs::misc::TargetFeaturesAttr;
use rmlir_llvm::ops::memory::{LoadOp, StoreOp};

/// The maximum number of lanes of a loop.
const MOST: i64 = 64;
/// The width of vector registers by a feature of the target, in bits; the first one that the target has counts.
const REGISTERS: [(&str, i64); 3] = [("+avx512f", 512), ("+avx2", 256), ("+avx", 256)];
/// The width of vector registers otherwise.
const REGISTER: i64 = 128;
/// The width of elements if there are no others.
const NARROWEST: u32 = 32;

/// The number of lanes that is asked for, or that of a vector register; `None` if it is not between 1 and 64.
pub(super) fn number(body: &Body, op: OpId, asked: Option<i64>) -> Option<i64> {
    let n_lanes = asked.unwrap_or_else(|| register(OpRef::root(body)) / i64::from(widest(body, op)));
    (1..=MOST).contains(&n_lanes).then_some(n_lanes)
}

/// The width of the vector registers of the target of `function`.
fn register(function: OpRef) -> i64 {
    let cx = function.cx();
    let features = function.attr("target_features").and_then(|attr| TargetFeaturesAttr::from_attr(cx, attr));
    let features = features.and_then(|features| features.features(cx).as_array(cx)).unwrap_or_default();
    let has = |name: &str| features.iter().any(|feature| feature.as_str(cx) == Some(name));
    REGISTERS.iter().find(|(name, _)| has(name)).map_or(REGISTER, |&(_, width)| width)
}

/// The width of the widest float, or element of memory, in `op`.
fn widest(body: &Body, op: OpId) -> u32 {
    let mut widest = NARROWEST;
    body.walk_preorder(op, |inner| {
        let view = OpRef::new(body, inner);
        let stored = view.cast::<StoreOp>().map(|op| body.ty(op.value(body)));
        let loaded = view.is::<LoadOp>();
        for ty in view.results().map(|result| result.ty()).chain(stored) {
            let float = ty.float_kind(body.cx()).map(|kind| kind.width());
            let element = ty.int_width(body.cx()).filter(|_| loaded || stored.is_some());
            widest = widest.max(float.or(element).unwrap_or(0));
        }
    });
    widest
}
