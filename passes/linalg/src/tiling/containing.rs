//! Fusion of a producer into an operation that contains one of its uses: it is computed at the use.
//!
//! Plan of [`fuse_into`]: 1. for a slice of a result, that part is computed; a `scf.forall` also assembles the whole
//! result, if it has later uses; 2. for a slice of a shared output of a `scf.forall` whose initial value is the result,
//! that part is computed, and the initial value is replaced by the destination of the producer; 3. for other uses the
//! operation is cloned.
//!
//! The loops are assumed to cover all elements of a result that they assemble, as they do if they were created by
//! tiling.

use rmlir::core::clone::CloneMap;
use rmlir::core::dominance::Dominance;
use rmlir::core::effects::is_memory_effect_free;
use rmlir::prelude::*;
use rmlir_linalg::GenericOp;
use rmlir_scf::ForallOp;
use rmlir_tensor::{ExtractSliceOp, ParallelInsertSliceOp};

use super::carry::{carry_more, may_read_inits};
use super::destinations;
use super::fuse::{init_of, with_dropped_dims};
use super::interface::{Part, Tile};
use super::operations::tileable;
use super::structured::tensor_inits;

/// The result of the fusion for one use.
pub struct FusedInto {
    /// The operations that compute it at the use.
    pub ops: Vec<OpId>,
    /// The containing operation, which may have been replaced.
    pub containing: OpId,
}

/// Fuses `producer` for one of its uses in `containing`. `None` if that is not possible for any use.
pub fn fuse_into(rw: &mut Rewriter, producer: OpId, containing: OpId) -> Option<FusedInto> {
    fuse_slice(rw, producer, containing)
        .or_else(|| fuse_shared_slice(rw, producer, containing))
        .or_else(|| copy_to_use(rw, producer, containing))
}

fn is_inside(body: &Body, op: OpId, containing: OpId) -> bool {
    op != containing && body.is_ancestor(containing, op)
}

/// The first slice in `containing` among the users of `value`.
fn slice_in(body: &Body, value: Value, containing: OpId) -> Option<OpId> {
    let is_slice = |&user: &OpId| OpRef::new(body, user).is::<ExtractSliceOp>() && is_inside(body, user, containing);
    body.users(value).find(is_slice)
}

/// Step 1 of the plan.
fn fuse_slice(rw: &mut Rewriter, producer: OpId, containing: OpId) -> Option<FusedInto> {
    let model = tileable(OpRef::new(rw, producer))?;
    let mut results = rw.results(producer).iter().enumerate();
    let (index, slice) = results.find_map(|(index, &result)| Some((index, slice_in(rw, result, containing)?)))?;
    let part = Part::of_slice(OpRef::new(rw, slice))?;
    rw.before(slice);
    let copy = rw.clone_op(producer, &mut CloneMap::default());
    put_into_variables(rw, copy, slice);
    let tile = model.tile_of_result(rw, copy, index, &part);
    rw.erase(copy);
    let tile = with_dropped_dims(rw, slice, tile?);
    let block = rw.block_of(slice);
    rw.replace(slice, [tile.values[0]]);
    let is_direct =
        OpRef::new(rw, containing).is::<ForallOp>() && block == Some(ForallOp::from_id(containing).body(rw));
    let given = if is_direct { give_whole(rw, (producer, index), containing, &tile, &part) } else { None };
    Some(FusedInto { ops: tile.ops, containing: given.unwrap_or(containing) })
}

/// Replaces the inits of `copy`, which precedes `slice`, by the iter_args of the surrounding loop whose initial values
/// they are.
fn put_into_variables(rw: &mut Rewriter, copy: OpId, slice: OpId) {
    let Some(around) = rw.parent_op(slice) else { return };
    let view = OpRef::new(rw, around);
    let Some(like) = view.interface::<dyn LoopLike>() else { return };
    // Later iterations read another value there. (Upstream does not check that.)
    if !view.is::<ForallOp>() && may_read_inits(OpRef::new(rw, copy)) {
        return;
    }
    let variables = like.region_iter_args(view);
    for operand in tensor_inits(rw, copy) {
        let init = rw.operand(copy, operand);
        if let Some(&variable) = variables.iter().rfind(|&&variable| starts_as(rw, variable, init)) {
            rw.set_operand(copy, operand, variable);
        }
    }
}

/// Whether the initial value of `variable`, an argument of a loop, is `init`, possibly through arguments of outer
/// loops.
fn starts_as(body: &Body, variable: Value, init: Value) -> bool {
    let mut value = variable;
    while let ValueDefinition::Argument(block, _) = body.value_def(value) {
        let Some(around) = body.block_parent_op(block) else { return false };
        let Some(operand) = init_of(OpRef::new(body, around), value) else { return false };
        value = body.operand(around, operand);
        if value == init {
            return true;
        }
    }
    false
}

/// Makes `containing` also assemble the result of `producer` from the parts that `tile` computes, if it has later uses;
/// returns the new loop.
fn give_whole(
    rw: &mut Rewriter,
    (producer, index): (OpId, usize),
    containing: OpId,
    tile: &Tile,
    part: &Part,
) -> Option<OpId> {
    let result = rw.result(producer, index);
    let dominance = Dominance::new(rw);
    let is_after =
        |&user: &OpId| !rw.is_ancestor(containing, user) && dominance.properly_dominates_op(containing, user, false);
    let users: Vec<OpId> = rw.users(result).filter(is_after).collect();
    if users.is_empty() || !OpRef::new(rw, producer).is::<GenericOp>() {
        return None;
    }
    let init = *destinations(rw, producer)?.get(index)?;
    let mut loops = [containing];
    let carried = carry_more(rw, &mut loops, &[init]);
    let [made] = loops;
    let variable = carried.more[0];
    rw.replace_uses_if(init, variable, |body, user, _| is_inside(body, user, made));
    let end = ForallOp::from_id(made).terminator(rw);
    let inside = rw.entry(rw.region(end, 0)).expect("the end of the loop has a block");
    let first = rw.ops(inside).next();
    match first {
        Some(first) => rw.before(first),
        None => rw.at_end(inside),
    }
    rw.create(ParallelInsertSliceOp::of(rw.cx(), tile.values[0], variable, &carried.renamed(part).lists()));
    let given = *rw.results(made).last().expect("the loop gives one result more");
    rw.replace_uses_if(result, given, |_, user, _| users.contains(&user));
    Some(made)
}

/// Step 2 of the plan.
fn fuse_shared_slice(rw: &mut Rewriter, producer: OpId, containing: OpId) -> Option<FusedInto> {
    let model = tileable(OpRef::new(rw, producer))?;
    let view = OpRef::new(rw, containing);
    let like = view.interface::<dyn LoopLike>().filter(|_| view.is::<ForallOp>())?;
    let inits = like.inits(view);
    let shares = |&operand: &usize| rw.defining_op(rw.operand(containing, operand)) == Some(producer);
    let operand = inits.clone().find(shares)?;
    let variable = *like.region_iter_args(view).get(operand - inits.start)?;
    let slice = slice_in(rw, variable, containing)?;
    let reads_nothing = |user: OpId| user == slice || is_put_into(rw, user, variable);
    if !rw.users(variable).all(reads_nothing) {
        return None;
    }
    let ValueDefinition::Result(_, index) = rw.value_def(rw.operand(containing, operand)) else { return None };
    let part = Part::of_slice(OpRef::new(rw, slice))?;
    let destination = *destinations(rw, producer)?.get(index as usize)?;
    rw.before(slice);
    let copy = rw.clone_op(producer, &mut CloneMap::default());
    let operands: Vec<Value> = rw.operands(copy).collect();
    let moved = operands.into_iter().map(|value| if value == destination { variable } else { value });
    rw.set_operands(copy, &moved.collect::<Vec<_>>());
    let tile = model.tile_of_result(rw, copy, index as usize, &part);
    rw.erase(copy);
    let tile = with_dropped_dims(rw, slice, tile?);
    rw.replace(slice, [tile.values[0]]);
    rw.set_operand(containing, operand, destination);
    Some(FusedInto { ops: tile.ops, containing })
}

fn is_put_into(body: &Body, op: OpId, variable: Value) -> bool {
    OpRef::new(body, op).is::<ParallelInsertSliceOp>()
        && body.operand(op, 1) == variable
        && body.operand(op, 0) != variable
}

/// Step 3 of the plan. The terminator of a `scf.forall` only combines values that were computed before.
fn copy_to_use(rw: &mut Rewriter, producer: OpId, containing: OpId) -> Option<FusedInto> {
    if !is_memory_effect_free(OpRef::new(rw, producer)) {
        return None;
    }
    let mut uses = Vec::new();
    for (index, &result) in rw.results(producer).iter().enumerate() {
        uses.extend(rw.uses(result).map(|(user, operand)| (user, operand as usize, index)));
    }
    if uses.iter().any(|&(user, ..)| user == containing) {
        return None;
    }
    let (user, operand, index) = uses.into_iter().find(|&(user, ..)| is_inside(rw, user, containing))?;
    if OpRef::new(rw, user).is::<ParallelInsertSliceOp>() {
        return None;
    }
    rw.before(user);
    let copy = rw.clone_op(producer, &mut CloneMap::default());
    let value = rw.result(copy, index);
    rw.set_operand(user, operand, value);
    Some(FusedInto { ops: vec![copy], containing })
}
