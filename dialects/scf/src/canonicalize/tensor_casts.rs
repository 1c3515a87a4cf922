//! Tensors that are loop-carried or shared, and that are casts to a less static type: the loop gets the source type of
//! the cast, and casts are inserted at the uses of the other type.

use rmlir::core::cycle::CycleGuard;
use rmlir::prelude::*;
use rmlir_tensor::{CastOp, can_fold_into_consumer};

use crate::{ForOp, ForallOp};

/// The source of the cast that defines `value`, if the cast only makes sizes dynamic.
fn before_cast(body: &Body, value: Value) -> Option<Value> {
    let cast = body.defined_by::<CastOp>(value)?;
    let source = cast.source(body);
    (body.ty(source) != body.ty(value) && can_fold_into_consumer(body, cast)).then_some(source)
}

/// A cast of `value` to `ty` at the insertion point.
fn cast(rw: &mut Rewriter, loc: Loc, value: Value, ty: Type) -> Value {
    rw.value(CastOp::build(ty, value).at(loc))
}

/// Changes the type of `value` to `ty`, and replaces it in its users except `keep_raw` by a cast back,
/// created at the insertion point.
fn retype(rw: &mut Rewriter, loc: Loc, value: Value, ty: Type, keep_raw: impl Fn(&Body, OpId, u32) -> bool) {
    let before = rw.ty(value);
    rw.set_type(value, ty);
    let back = cast(rw, loc, value, before);
    let own = rw.defining_op(back);
    rw.replace_uses_if(value, back, |body, user, operand| Some(user) != own && !keep_raw(body, user, operand));
}

/// Replaces the initial value of a loop-carried tensor by the source of its cast, if its result has one
/// user and iterations preserve its sizes. Upstream does not require the latter, and may then cast to sizes
/// that the tensor does not have.
#[pattern]
pub(crate) fn carry_what_is_cast(op: ForOp, rw: &mut Rewriter) -> Match {
    let inits = op.initArgs(rw);
    let Some((index, source)) = (0..inits.len()).find_map(|index| Some((index, carried(rw, op, inits[index], index)?)))
    else {
        return rw.no_match(op, "no carried tensor with one user is cast before and keeps its sizes");
    };
    let (loc, ty) = (rw.loc(op.id()), rw.ty(source));
    let result = rw.result(op.id(), index);
    rw.set_operand(op.id(), crate::for_op::N_CONTROL + index, source);
    let block = op.body(rw);
    let arg = rw.args(block)[1 + index];
    rw.at_start(block);
    retype(rw, loc, arg, ty, |_, _, _| false);
    let end = op.terminator(rw);
    rw.before(end);
    let yielded = rw.operand(end, index);
    let given = cast(rw, loc, yielded, ty);
    rw.set_operand(end, index, given);
    rw.after(op.id());
    retype(rw, loc, result, ty, |_, _, _| false);
    Match::Yes
}

/// The value that may replace `init`, a cast, as the initial value of a loop-carried tensor.
fn carried(body: &Body, op: ForOp, init: Value, index: usize) -> Option<Value> {
    let source = before_cast(body, init)?;
    let arg = body.args(op.body(body))[1 + index];
    let yielded = body.operand(op.terminator(body), index);
    let may_be = body.has_one_use(body.result(op.id(), index)) && has_sizes(body, yielded, arg, body.ty(source));
    may_be.then_some(source)
}

/// Whether `value` has the sizes of `ty` if `arg` has: it is `arg`, a cast of such a tensor, or the result of an
/// operation with such a destination.
fn has_sizes(body: &Body, mut value: Value, arg: Value, ty: Type) -> bool {
    let mut guard = CycleGuard::default();
    while value != arg {
        let Some(def) = body.defining_op(value).filter(|_| guard.goes_on(value)) else { return false };
        if let Some(cast) = body.defined_by::<CastOp>(value) {
            let source = cast.source(body);
            if body.ty(source) == ty {
                return true;
            }
            value = source;
            continue;
        }
        let Some(destinations) = body.interface::<dyn DestinationStyle>(def) else { return false };
        let mut inits = destinations.inits(OpRef::new(body, def));
        if inits.len() != body.n_results(def) {
            return false;
        }
        let number = body.results(def).iter().position(|&result| result == value);
        let Some(init) = inits.nth(number.expect("an operation has what it makes as a result")) else { return false };
        value = body.operand(def, init);
    }
    true
}

/// Replaces shared tensors that are casts by the casts' sources.
#[pattern]
pub(crate) fn share_what_is_cast(op: ForallOp, rw: &mut Rewriter) -> Match {
    let outputs = op.outputs(rw);
    let sources: Vec<Option<Value>> = outputs.iter().map(|&output| before_cast(rw, output)).collect();
    if sources.iter().all(Option::is_none) {
        return rw.no_match(op, "no shared tensor is cast before");
    }
    let loc = rw.loc(op.id());
    let first = rw.n_operands(op.id()) - outputs.len();
    let rank = ForallOp::rank(OpRef::new(rw, op.id()));
    let block = op.body(rw);
    for (index, source) in sources.into_iter().enumerate() {
        let Some(source) = source else { continue };
        let ty = rw.ty(source);
        rw.set_operand(op.id(), first + index, source);
        rw.at_start(block);
        let arg = rw.args(block)[rank + index];
        retype(rw, loc, arg, ty, is_destination);
        rw.after(op.id());
        let result = rw.result(op.id(), index);
        retype(rw, loc, result, ty, |_, _, _| false);
    }
    Match::Yes
}

/// Whether this operand is the shared tensor that is the destination of `user`.
fn is_destination(body: &Body, user: OpId, operand: u32) -> bool {
    let combining = body.interface::<dyn ParallelCombining>(user);
    combining
        .is_some_and(|combining| combining.updated_destinations(OpRef::new(body, user)).contains(&(operand as usize)))
}
