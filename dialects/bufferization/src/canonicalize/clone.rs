//! Clones that are not needed.

use rmlir::analysis::alias::view_base;
use rmlir::core::effects::{effects_of, has_effect};
use rmlir::core::interfaces::{EffectKind, EffectTarget};
use rmlir::prelude::*;
use rmlir_memref::{CastOp, ReallocOp, are_cast_compatible};

use crate::CloneOp;

canonicalize! {
    CloneOp: merge_with_source;
}

/// Folds casts of the source: a clone accepts any type that the source can be cast to.
#[fold(CloneOp)]
pub(crate) fn fold_clone(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let operand = cx.operand(cx.op(), 0);
    let source = cx.defined_by::<CastOp>(operand).map(|cast| cast.source(cx));
    match source.filter(|&source| cx.ty(source).shape(cx).is_some()) {
        Some(source) => {
            cx.set_operand(0, source);
            Fold::InPlace
        }
        None => Fold::No,
    }
}

/// The operation that frees a value.
enum Freed {
    /// There is none.
    Never,
    /// It is the only one.
    By(OpId),
}

/// The operation that frees `value`, or that there is none; `None` if there are several.
fn freed_by(body: &Body, value: Value) -> Option<Freed> {
    let mut found = Freed::Never;
    for user in body.users(value) {
        let op = OpRef::new(body, user);
        let frees = |effect: &Effect| effect.kind == EffectKind::Free && effect.target == EffectTarget::Value(value);
        if !effects_of(op).is_some_and(|effects| effects.iter().any(frees)) {
            continue;
        }
        if op.is::<ReallocOp>() || matches!(found, Freed::By(_)) {
            return None;
        }
        found = Freed::By(user);
    }
    Some(found)
}

/// Replaces a clone by its source if one of them is freed in the block of the clone and the other one is not.
#[pattern]
pub(crate) fn merge_with_source(op: CloneOp, rw: &mut Rewriter) -> Match {
    let (input, output) = (op.input(rw), op.output(rw));
    if rw.is_unused(output) {
        return rw.erase(op);
    }
    let (from, to) = (rw.ty(input), rw.ty(output));
    if from != to && !are_cast_compatible(rw, from, to) {
        return Match::No;
    }
    let freed = (freed_by(rw, output), freed_by(rw, view_base(rw, input)));
    let (Some(of_clone), Some(of_source)) = freed else { return Match::No };
    let block = rw.block_of(op.id());
    let (of_clone, of_source) = match (of_clone, of_source) {
        (Freed::By(one), Freed::By(other)) if rw.block_of(one) == rw.block_of(other) => return Match::No,
        (one, other) => {
            let here = |freed: Freed| match freed {
                Freed::By(op) if rw.block_of(op) == block => Some(op),
                _ => None,
            };
            (here(one), here(other))
        }
    };
    let Some(redundant) = of_clone.or(of_source) else { return Match::No };
    let mut at = rw.next_op(op.id());
    while at != Some(redundant) {
        let Some(next) = at else { return Match::No };
        if has_effect(OpRef::new(rw, next), EffectKind::Free) {
            return Match::No;
        }
        at = rw.next_op(next);
    }
    rw.before(op.id());
    let value = if from == to { input } else { rw.value(CastOp::build(to, input)) };
    rw.replace(op, [value]);
    rw.erase(redundant)
}
