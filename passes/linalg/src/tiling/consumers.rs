//! Fusion of consumers of the results of tiled loops: instead of the whole result, they use each part that the loops
//! insert into it.
//!
//! Plan of [`fuse_consumer`]: 1. find the insertions of the loops into the results that the consumer uses; 2. all other
//! operands must be defined before the loops, which are moved to their first use; 3. tile the consumer in the loops by
//! the parts that are inserted, and use the inserted values instead of these; 4. the loops assemble the results of the
//! consumer.

use rmlir::analysis::slices::{SliceOptions, backward};
use rmlir::core::clone::CloneMap;
use rmlir::core::dominance::Dominance;
use rmlir::core::effects::is_memory_effect_free;
use rmlir::core::mixed_index::{MixedIndex, SliceLists, statics};
use rmlir::prelude::*;
use rmlir_linalg::IteratorType;
use rmlir_scf::{ForOp, ForallOp, InParallelOp, YieldOp};
use rmlir_tensor::{InsertSliceOp, ParallelInsertSliceOp, TensorParts};

use super::carry::{carry_more, hand_on_more, is_nest, is_visited_once, may_read_inits};
use super::interface::{Part, Tile, Tileable};
use super::nest::Placed;
use super::operations::tileable;
use super::structured::tensor_inits;

/// The result of the fusion of a consumer into loops.
pub struct FusedConsumer {
    /// The operation on the whole results, which is unused afterwards.
    pub consumer: OpId,
    /// The operands that are results of the loops.
    pub operands: Vec<usize>,
    /// The operation on tiles.
    pub tiled: OpId,
}

/// A consumer of results of loops, and the insertions into these.
struct Consumption {
    consumer: OpId,
    /// The operands that are results of the loops, and the insertion into each.
    operands: Vec<(usize, OpId)>,
}

/// Fuses `consumer` into `loops`, from the outermost one, whose results it uses. They must write all elements of these.
/// `None` if that is not possible.
pub fn fuse_consumer(rw: &mut Rewriter, consumer: OpId, loops: &mut [OpId]) -> Option<FusedConsumer> {
    let outermost = *loops.first()?;
    let mut operands = Vec::new();
    for (index, operand) in rw.operands(consumer).enumerate() {
        let ValueDefinition::Result(by, result) = rw.value_def(operand) else { continue };
        if by == outermost {
            operands.push((index, slice_into(rw, loops, result as usize)?));
        }
    }
    fuse(rw, &Consumption { consumer, operands }, loops)
}

/// Fuses into `loops`, from the outermost one, the consumer of the results that `slices` insert into: the last possible
/// use of each, which must be the same operation. `None` if that is not possible.
pub fn fuse_consumer_of_slices(rw: &mut Rewriter, slices: &[OpId], loops: &mut [OpId]) -> Option<FusedConsumer> {
    if !is_nest(rw, loops) {
        return None;
    }
    let outermost = *loops.first()?;
    let mut found: Option<Consumption> = None;
    for &slice in slices {
        let result = rw.result(outermost, result_of(rw, loops, slice)?);
        let (consumer, index) = consumer_of(rw, outermost, result)?;
        let consumption = found.get_or_insert(Consumption { consumer, operands: Vec::new() });
        if consumption.consumer != consumer {
            return None;
        }
        consumption.operands.push((index, slice));
    }
    fuse(rw, &found?, loops)
}

/// The insertion of `loops` into their result `index`.
fn slice_into(body: &Body, loops: &[OpId], index: usize) -> Option<OpId> {
    if !is_nest(body, loops) {
        return None;
    }
    let innermost = *loops.last()?;
    let Some(made) = OpRef::new(body, innermost).cast::<ForOp>() else {
        let shared = shared(body, ForallOp::from_id(innermost), index)?;
        let mut slices = body.users(shared).filter(|&user| is_put_into(body, user, shared));
        return slices.next().filter(|_| slices.next().is_none());
    };
    let yielded = body.operands(made.terminator(body)).nth(index)?;
    body.defining_op(yielded).filter(|&op| OpRef::new(body, op).is::<InsertSliceOp>())
}

fn is_put_into(body: &Body, op: OpId, shared: Value) -> bool {
    OpRef::new(body, op).is::<ParallelInsertSliceOp>() && body.operand(op, 1) == shared
}

/// The shared output argument of a `scf.forall` for its result `index`.
fn shared(body: &Body, made: ForallOp, index: usize) -> Option<Value> {
    let view = OpRef::new(body, made.id());
    view.interface::<dyn LoopLike>()?.region_iter_args(view).get(index).copied()
}

/// The result of `loops` that `slice` inserts into.
fn result_of(body: &Body, loops: &[OpId], slice: OpId) -> Option<usize> {
    let innermost = *loops.last()?;
    let view = OpRef::new(body, slice);
    if view.is::<ParallelInsertSliceOp>() {
        let made = OpRef::new(body, innermost).cast::<ForallOp>()?;
        let dest = body.operand(slice, 1);
        return (0..body.results(innermost).len()).find(|&index| shared(body, made, index) == Some(dest));
    }
    let made = OpRef::new(body, innermost).cast::<ForOp>().filter(|_| view.is::<InsertSliceOp>())?;
    let result = body.result(slice, 0);
    let mut uses = body.uses(result);
    let (Some((user, index)), None) = (uses.next(), uses.next()) else { return None };
    let is_yielded = OpRef::new(body, user).is::<YieldOp>() && user == made.terminator(body);
    (is_yielded && body.block_of(slice) == Some(made.body(body))).then_some(index as usize)
}

/// A use of `result`, of `outermost`, that can be tiled. Its other operands are moved before the first use.
fn consumer_of(rw: &mut Rewriter, outermost: OpId, result: Value) -> Option<(OpId, usize)> {
    let uses: Vec<(OpId, u32)> = rw.uses(result).collect();
    for (user, index) in uses {
        let view = OpRef::new(rw, user);
        let is_tileable = tileable(view).is_some() && view.interface::<dyn DestinationStyle>().is_some();
        let is_used = rw.results(user).iter().any(|&result| !rw.is_unused(result));
        if !is_tileable || !is_used || rw.block_of(user) != rw.block_of(outermost) {
            continue;
        }
        let Some(needed) = needed_before(rw, outermost, user) else { continue };
        let first = first_user(rw, outermost)?;
        for op in needed {
            rw.move_before(op, first);
        }
        return Some((user, index as usize));
    }
    None
}

/// The first operation that uses a result of `outermost`; `None` if one is used in another block.
fn first_user(body: &Body, outermost: OpId) -> Option<OpId> {
    let block = body.block_of(outermost);
    let mut first: Option<OpId> = None;
    for user in body.results(outermost).iter().flat_map(|&result| body.users(result)) {
        let is_inserted = OpRef::new(body, user).is::<ParallelInsertSliceOp>();
        let user = if is_inserted { body.parent_op(user)? } else { user };
        if body.block_of(user) != block || is_inserted && !OpRef::new(body, user).is::<InParallelOp>() {
            return None;
        }
        if first.is_none_or(|first| body.is_before_in_block(user, first)) {
            first = Some(user);
        }
    }
    first
}

/// The definitions of operands of `consumer` that do not precede the first use of `outermost`, in topological order;
/// `None` if they depend on results of `outermost`, or are not pure.
fn needed_before(body: &Body, outermost: OpId, consumer: OpId) -> Option<Vec<OpId>> {
    let first = first_user(body, outermost)?;
    let dominance = Dominance::new(body);
    let is_late = |op: OpId| op == consumer || op != outermost && !dominance.properly_dominates_op(op, first, false);
    let options = SliceOptions { filter: Some(&is_late), uses_from_above: true, ..SliceOptions::default() };
    let needed = backward(body, consumer, &options);
    let block = body.block_of(outermost);
    let is_apart = |&op: &OpId| {
        let uses_loop = |inner: OpId| body.operands(inner).any(|operand| body.defining_op(operand) == Some(outermost));
        body.block_of(op) == block
            && is_memory_effect_free(OpRef::new(body, op))
            && !body.ops_under(op).into_iter().any(uses_loop)
    };
    needed.iter().all(is_apart).then_some(needed)
}

/// Whether `consumption` can be fused into `loops`, as far as that is known without creating operations.
fn is_fusable(body: &Body, consumption: &Consumption, loops: &[OpId]) -> bool {
    let Consumption { consumer, operands } = consumption;
    let Some((&outermost, true)) = loops.first().map(|outermost| (outermost, is_nest(body, loops))) else {
        return false;
    };
    let view = OpRef::new(body, *consumer);
    let Some(destination) = view.interface::<dyn DestinationStyle>() else { return false };
    let inits = destination.inits(view);
    let is_given = |operand: Value| body.defining_op(operand) == Some(outermost);
    let is_listed = |index: usize| operands.iter().any(|(operand, _)| *operand == index);
    let inside = body.ops_under(*consumer).into_iter().filter(|inner| inner != consumer);
    let uses_inside = inside.into_iter().any(|inner| body.operands(inner).any(is_given));
    let all_listed = (0..).zip(body.operands(*consumer)).all(|(index, value)| !is_given(value) || is_listed(index));
    let none_is_init = operands.iter().all(|(operand, _)| !inits.contains(operand));
    let is_ready = needed_before(body, outermost, *consumer).is_some_and(|needed| needed.is_empty());
    all_listed && none_is_init && !uses_inside && is_ready && !operands.is_empty()
}

/// Steps 2 to 4 of the plan.
fn fuse(rw: &mut Rewriter, consumption: &Consumption, loops: &mut [OpId]) -> Option<FusedConsumer> {
    let Consumption { consumer, operands } = consumption;
    let model = tileable(OpRef::new(rw, *consumer))?;
    if !is_fusable(rw, consumption, loops) {
        return None;
    }
    let mut parts = Vec::new();
    for &(operand, slice) in operands {
        parts.push((operand, part_put_by(rw, slice)?));
    }
    let first = first_user(rw, loops[0])?;
    rw.move_before(loops[0], first);
    let copies = Copies::make(rw, consumption, loops);
    let Some((tile, placed)) = compute(rw, model, &copies, &parts, loops) else {
        copies.erase(rw);
        return None;
    };
    let tiled = tile.ops[0];
    for &(operand, slice) in operands {
        let (part, source) = (rw.operand(tiled, operand), rw.operand(slice, 0));
        rw.replace_all_uses(part, source);
    }
    put_together(rw, *consumer, tiled, placed, loops);
    rw.erase(copies.consumer);
    let operands = operands.iter().map(|(operand, _)| *operand).collect();
    Some(FusedConsumer { consumer: *consumer, operands, tiled })
}

/// The part that `slice` inserts into; `None` if it is rank-reducing, or has non-unit strides.
fn part_put_by(body: &Body, slice: OpId) -> Option<Part> {
    let part = Part::of_slice(OpRef::new(body, slice))?;
    let parts = TensorParts::of(body, body.ty(body.operand(slice, 1)))?;
    let ty = parts.with_shape(body, &statics(&part.sizes));
    (ty == body.ty(body.operand(slice, 0))).then_some(part)
}

/// A clone of the consumer in the loops, whose operands are clones of the insertions.
struct Copies {
    slices: Vec<OpId>,
    consumer: OpId,
}

impl Copies {
    fn make(rw: &mut Rewriter, consumption: &Consumption, loops: &[OpId]) -> Self {
        let innermost = loops[loops.len() - 1];
        match OpRef::new(rw, innermost).cast::<ForallOp>() {
            Some(made) => rw.before(made.terminator(rw)),
            None => rw.before(consumption.operands[0].1),
        }
        let mut slices = Vec::new();
        for &(_, slice) in &consumption.operands {
            let (source, dest) = (rw.operand(slice, 0), rw.operand(slice, 1));
            let lists = SliceLists::of(OpRef::new(rw, slice));
            let ty = rw.ty(dest);
            slices.push(rw.create(InsertSliceOp::of(rw.cx(), ty, source, dest, &lists)).id());
        }
        let consumer = rw.clone_op(consumption.consumer, &mut CloneMap::default());
        for (&(operand, _), &slice) in consumption.operands.iter().zip(&slices) {
            let value = rw.result(slice, 0);
            rw.set_operand(consumer, operand, value);
        }
        Self { slices, consumer }
    }

    fn erase(self, rw: &mut Rewriter) {
        rw.erase(self.consumer);
        for slice in self.slices {
            if rw.is_unused(rw.result(slice, 0)) {
                rw.erase(slice);
            }
        }
    }
}

/// Tiles the consumer by `parts`, and determines the positions of its results.
fn compute(
    rw: &mut Rewriter,
    model: &dyn Tileable,
    copies: &Copies,
    parts: &[(usize, Part)],
    loops: &[OpId],
) -> Option<(Tile, Vec<Placed>)> {
    let tile = model.tile_of_operands(rw, copies.consumer, parts)?;
    let tiled = *tile.ops.first()?;
    rw.before(tiled);
    let domain = model.domain_of_operands(rw, copies.consumer, parts)?;
    let view = OpRef::new(rw, tiled);
    let is_once = parts.iter().all(|(_, part)| is_visited_once(rw, loops, part));
    if !is_once && may_read_inits(view) || !may_be_divided(view, model, &domain, loops) {
        return None;
    }
    let values = rw.results(tiled).to_vec();
    let mut placed = Vec::new();
    for (index, value) in values.into_iter().enumerate() {
        placed.push(Placed { value, part: model.part_of_result(rw, tiled, index, &domain)? });
    }
    Some((tile, placed))
}

/// Whether the iterations of `loops` may compute the domain in parts: threads must not divide reductions. (Upstream
/// does not check that.)
fn may_be_divided(op: OpRef, model: &dyn Tileable, domain: &Part, loops: &[OpId]) -> bool {
    let are_threads = OpRef::new(op.body, loops[0]).is::<ForallOp>();
    let is_whole = |at: usize| domain.offsets[at] == MixedIndex::Static(0);
    let iterators = model.iterators(op);
    !are_threads || (0..iterators.len()).all(|at| iterators[at] == IteratorType::Parallel || is_whole(at))
}

/// Makes `loops` assemble the results of `tiled`, which replace those of `consumer`.
fn put_together(rw: &mut Rewriter, consumer: OpId, tiled: OpId, placed: Vec<Placed>, loops: &mut [OpId]) {
    let operands = tensor_inits(rw, consumer);
    let inits: Vec<Value> = operands.iter().map(|&operand| rw.operand(consumer, operand)).collect();
    let carried = carry_more(rw, loops, &inits);
    let renamed = placed.into_iter().map(|Placed { value, part }| Placed { value, part: carried.renamed(&part) });
    let placed: Vec<Placed> = renamed.collect();
    rw.before(tiled);
    for ((&variable, placed), operand) in carried.more.iter().zip(&placed).zip(operands) {
        let value = placed.part.extract(rw, variable);
        rw.set_operand(tiled, operand, value);
    }
    hand_on_more(rw, loops, &carried.more, &placed);
    let results = rw.results(loops[0]).to_vec();
    let given = &results[results.len() - carried.more.len()..];
    let old = rw.results(consumer).to_vec();
    for (&old, &new) in old.iter().zip(given) {
        rw.replace_all_uses(old, new);
    }
}
