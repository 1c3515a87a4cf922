//! Folding of one operation.
//!
//! The operation's own folder is called first; if it fails, or changes the operation in place, the folds of the
//! operation's traits are applied too.
//!
//! Files: `folder` folds with constants uniqued per region, `create` creates operations unless they fold.

mod create;
mod folder;

use rmlir_core::fold::op_constant;
use rmlir_core::interfaces::CastOp;
use rmlir_core::opdef::OpDef;
use rmlir_core::{Attr, Body, Fold, FoldCx, FoldValue, OpId, TraitSet, Value};
use smallvec::SmallVec;

pub use self::create::create_or_fold;
pub use self::folder::{Folded, Folder};

/// The constant values of operands or operations, where known.
pub type Constants = SmallVec<[Option<Attr>; 4]>;

/// The constant that `value` is known to be, as the result of any constant-like operation: one that does not declare
/// its value is folded to determine it.
pub fn known_constant(body: &mut Body, value: Value) -> Option<Attr> {
    let op = body.defining_op(value)?;
    known_op_constant(body, op)
}

/// The constant value of `op`, if it is a constant-like operation.
pub fn known_op_constant(body: &mut Body, op: OpId) -> Option<Attr> {
    let def = body.def(op).filter(|def| def.has(TraitSet::CONSTANT_LIKE))?;
    if let Some(known) = op_constant(body, op) {
        return Some(known);
    }
    match def.behavior().fold?(&mut FoldCx::new(body, op), &[]) {
        Fold::Results(results) => match results.as_slice() {
            [FoldValue::Attr(known)] => Some(*known),
            _ => None,
        },
        _ => None,
    }
}

/// The operations that define the operands of one; none for block arguments.
pub type OperandMakers = SmallVec<[Option<OpId>; 4]>;

/// See [`OperandMakers`].
#[inline]
pub fn operand_makers(body: &Body, op: OpId) -> OperandMakers {
    body.operands(op).map(|operand| body.defining_op(operand)).collect()
}

/// The constant values of the operands that these operations define.
fn operand_constants(body: &mut Body, makers: &OperandMakers) -> Constants {
    makers.iter().map(|&maker| maker.and_then(|maker| known_op_constant(body, maker))).collect()
}

/// Returns whether operations of this definition have any folder.
#[inline]
pub fn has_folds(def: &OpDef) -> bool {
    const BY_TRAIT: TraitSet = TraitSet::COMMUTATIVE.union(TraitSet::IDEMPOTENT).union(TraitSet::INVOLUTION);
    def.behavior().fold.is_some() || def.traits.intersects(BY_TRAIT) || def.interface::<dyn CastOp>().is_some()
}

/// Folds `op`. No listener is notified and no value is replaced; after [`Fold::InPlace`] the operation has been
/// modified.
pub fn fold_op(body: &mut Body, op: OpId) -> Fold {
    let makers = operand_makers(body, op);
    fold_op_of(body, op, &makers)
}

/// Where operations depend on each other, as in graph regions, operands may be replaced alternately without end.
const MAX_FOLDS_IN_PLACE: usize = 1 << 12;

/// Folds `op` until it is not modified in place. Returns whether it was modified in place, and the last fold.
pub(crate) fn fold_op_in_place(body: &mut Body, op: OpId) -> (bool, Fold) {
    for n_changes in 0..MAX_FOLDS_IN_PLACE {
        match fold_op(body, op) {
            Fold::InPlace => {}
            found => return (n_changes > 0, found),
        }
    }
    (true, Fold::No)
}

/// As [`fold_op`], with the operations that define the operands given.
pub(crate) fn fold_op_of(body: &mut Body, op: OpId, makers: &OperandMakers) -> Fold {
    if !body.def(op).is_some_and(has_folds) {
        return Fold::No;
    }
    let consts = operand_constants(body, makers);
    fold_op_with(body, op, &consts)
}

/// As [`fold_op`], for operands with these constant values.
pub fn fold_op_with(body: &mut Body, op: OpId, consts: &[Option<Attr>]) -> Fold {
    let Some(def) = body.def(op) else { return Fold::No };
    let (own, is_changed) = def.behavior().fold.map_or((Fold::No, false), |fold| {
        let mut cx = FoldCx::new(body, op);
        let found = fold(&mut cx, consts);
        (found, cx.changed())
    });
    if let Fold::Results(results) = own
        && is_replacement(body, op, &results)
    {
        debug_assert!(results.len() == body.n_results(op), "a folder gives one entry for each result");
        return Fold::Results(results);
    }
    match fold_traits(body, op, def.traits, consts) {
        Fold::Results(results) if is_replacement(body, op, &results) => Fold::Results(results),
        Fold::InPlace => Fold::InPlace,
        _ if def.interface::<dyn CastOp>().is_some() && casts_to_itself(body, op) => {
            Fold::Results(body.operands(op).map(FoldValue::Value).collect())
        }
        _ if is_changed => Fold::InPlace,
        _ => Fold::No,
    }
}

/// Returns whether the operation casts values of other operations to their own types.
fn casts_to_itself(body: &Body, op: OpId) -> bool {
    let is_own = |operand: Value| body.defining_op(operand) == Some(op);
    body.n_operands(op) > 0 && body.operand_types(op).eq(body.result_types(op)) && !body.operands(op).any(is_own)
}

/// Returns whether the results of a fold can replace `op`: there are some, and none is a result of `op` itself. The
/// latter is how a folder may report an in-place modification, and a possible fold where operations depend on
/// themselves, as in graph regions and unreachable code.
fn is_replacement(body: &Body, op: OpId, results: &[FoldValue]) -> bool {
    let is_own = |found: &FoldValue| matches!(found, FoldValue::Value(value) if body.defining_op(*value) == Some(op));
    !results.is_empty() && !results.iter().any(is_own)
}

/// The folds of traits, in the order in which definitions list them.
fn fold_traits(body: &mut Body, op: OpId, traits: TraitSet, consts: &[Option<Attr>]) -> Fold {
    if traits.contains(TraitSet::COMMUTATIVE) && constants_last(body, op, consts) {
        return Fold::InPlace;
    }
    match () {
        () if traits.contains(TraitSet::IDEMPOTENT) => idempotent(body, op).into(),
        () if traits.contains(TraitSet::INVOLUTION) => involution(body, op).into(),
        () => Fold::No,
    }
}

/// Moves the constant operands after the others, preserving both orders. Returns whether that changed the operation.
fn constants_last(body: &mut Body, op: OpId, consts: &[Option<Attr>]) -> bool {
    let Some(first) = consts.iter().position(Option::is_some) else { return false };
    if consts.len() < 2 || consts[first..].iter().all(Option::is_some) {
        return false;
    }
    let operands: Vec<Value> = body.operands(op).collect();
    let of_kind = |constant: bool| (first..operands.len()).filter(move |&index| consts[index].is_some() == constant);
    let sorted: Vec<usize> = of_kind(false).chain(of_kind(true)).collect();
    for (offset, from) in sorted.into_iter().enumerate() {
        body.set_operand(op, first + offset, operands[from]);
    }
    true
}

/// `f(f(x)) = f(x)` and `f(x, x) = x`
fn idempotent(body: &Body, op: OpId) -> Option<Value> {
    let first = body.operand(op, 0);
    let same = match body.n_operands(op) {
        1 => body.defining_op(first).is_some_and(|inner| body.name(inner) == body.name(op)),
        _ => first == body.operand(op, 1),
    };
    same.then_some(first)
}

/// `f(f(x)) = x`
fn involution(body: &Body, op: OpId) -> Option<Value> {
    let inner = body.defining_op(body.operand(op, 0))?;
    (body.name(inner) == body.name(op)).then(|| body.operand(inner, 0))
}
