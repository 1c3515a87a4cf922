//! Fusion of the producers of a tile's operands: instead of a slice of a whole result, only that part is computed.
//!
//! Plan of [`tile_and_fuse`]: 1. an operation is tiled; 2. for each slice that a tile uses: if its source is a result
//! of a tileable operation outside of the loops, that is tiled by the slice, and the slices of its operands are
//! processed next. A slice of a loop-carried value is one of its initial value; if a tileable operation computes that,
//! the initial value is replaced by the destination of the operation. 3. Results that are needed as a whole are
//! assembled by the loops (`yields`).

use std::collections::VecDeque;

use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::core::rewriter::Listener;
use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig, Strictness, apply_ops_greedily};
use rmlir_tensor::{ExtractSliceOp, dropped_dims};

use super::carry::is_visited_once;
use super::interface::{Part, Tile};
use super::operations::tileable;
use super::producer::FusedProducer;
use super::yields::yield_producer;
use super::{TilingOptions, destinations, tile, with_destinations};

/// The options of tiling and fusion.
pub struct FuseOptions<'a> {
    /// The options of tiling.
    pub tiling: TilingOptions<'a>,
    /// Patterns that clean up slices before they are processed.
    pub cleanup: Option<&'a FrozenPatterns>,
    /// Whether all results of a fused operation are needed as a whole, assembled from the computed parts.
    pub is_wanted_whole: &'a dyn Fn(OpId) -> bool,
}

/// The result for an operation and those fused with it. They are not erased.
pub struct Fused {
    /// The operations on tiles, beginning with those of the operation that was tiled.
    pub ops: Vec<OpId>,
    /// The loops around them, from the outermost one; empty if nothing was tiled.
    pub loops: Vec<OpId>,
    /// The operations that were fused.
    pub producers: Vec<OpId>,
    /// Results, and their replacements.
    pub replacements: Vec<(Value, Value)>,
}

/// The source of a slice in loops.
struct Source {
    producer: OpId,
    index: usize,
    /// The operand of the outermost loop that it is, if it is a loop-carried value.
    init: Option<usize>,
}

/// Creates loops over tiles of `op` after it, with the producers of the tiles' operands fused. `None` if `op` has no
/// results, or cannot be tiled like this.
pub fn tile_and_fuse(rw: &mut Rewriter, op: OpId, options: &FuseOptions) -> Option<Fused> {
    if rw.results(op).is_empty() {
        return None;
    }
    let tiled = tile(rw, op, &options.tiling)?;
    let results = rw.results(op).to_vec();
    if tiled.loops.is_empty() {
        let replacements = results.into_iter().zip(tiled.replacements).collect();
        return Some(Fused { ops: tiled.ops, loops: Vec::new(), producers: Vec::new(), replacements });
    }
    let (mut ops, mut loops, mut producers) = (tiled.ops, tiled.loops, Vec::new());
    // The index of the outermost loop's result that replaces each result.
    let mut replaced: Vec<(Value, usize)> = results.into_iter().zip(0..).collect();
    let mut worklist = Worklist::default();
    worklist.add(rw, &tiled.slices, options.cleanup)?;
    while let Some(slice) = worklist.slices.pop_front() {
        let Some(mut fused) = fuse_producer(rw, slice, &loops) else { continue };
        let first = rw.results(loops[0]).len();
        let is_wanted = (options.is_wanted_whole)(fused.producer);
        if let Some(slices) = is_wanted.then(|| yield_producer(rw, slice, &fused, &mut loops)).flatten() {
            fused.tile.slices.extend(slices);
            replaced.extend(rw.results(fused.producer).iter().copied().zip(first..));
        }
        if let Some(by) = rw.defining_op(fused.tile.values[0]) {
            if !producers.contains(&fused.producer) {
                producers.push(fused.producer);
            }
            ops.push(by);
        }
        worklist.add(rw, &fused.tile.slices, options.cleanup)?;
    }
    let given = rw.results(loops[0]);
    let replacements = replaced.into_iter().map(|(result, index)| (result, given[index])).collect();
    Some(Fused { ops, loops, producers, replacements })
}

/// Computes the part of a result of an operation outside of `loops` that `slice`, in the innermost one, extracts.
pub fn fuse_producer(rw: &mut Rewriter, slice: OpId, loops: &[OpId]) -> Option<FusedProducer> {
    let Source { producer, index, init } = source_of(rw, slice, loops)?;
    let model = tileable(OpRef::new(rw, producer))?;
    let part = Part::of_slice(OpRef::new(rw, slice))?;
    // The loop-carried value is the initial value only if no other iteration has written to it. (Upstream does not
    // check that, and restarts reductions over several tiles in each.)
    if init.is_some() && !is_visited_once(rw, loops, &part) {
        return None;
    }
    let is_destination_style = OpRef::new(rw, producer).interface::<dyn DestinationStyle>().is_some();
    let originals = if is_destination_style { destinations(rw, producer)? } else { Vec::new() };
    let mut into = originals.clone();
    if init.is_some() && is_destination_style {
        *into.get_mut(index)? = rw.operand(slice, 0);
    }
    rw.before(slice);
    let copy = with_destinations(rw, producer, &into);
    let tile = model.tile_of_result(rw, copy, index, &part);
    rw.erase(copy);
    let tile = tile?;
    let part = *tile.values.first()?;
    let tile = with_dropped_dims(rw, slice, tile);
    rw.replace_all_uses(rw.result(slice, 0), tile.values[0]);
    if let Some(operand) = init.filter(|_| is_destination_style) {
        rw.set_operand(loops[0], operand, originals[index]);
    }
    Some(FusedProducer { producer, index, tile, part })
}

/// The operation outside of `loops` from whose result `slice` extracts a part.
fn source_of(body: &Body, slice: OpId, loops: &[OpId]) -> Option<Source> {
    let mut value = body.operand(slice, 0);
    let (mut init, mut around) = (None, loops);
    while let (Some((&innermost, rest)), ValueDefinition::Argument(..)) = (around.split_last(), body.value_def(value)) {
        let Some(operand) = init_of(OpRef::new(body, innermost), value) else { break };
        value = body.operand(innermost, operand);
        around = rest;
        init = Some(operand);
    }
    let ValueDefinition::Result(producer, index) = body.value_def(value) else { return None };
    if loops.last().is_some_and(|&innermost| body.is_ancestor(innermost, producer)) {
        return None;
    }
    Some(Source { producer, index: index as usize, init: init.filter(|_| around.is_empty()) })
}

/// The operand of `loop_op` that is the initial value of its argument `value`.
pub(super) fn init_of(loop_op: OpRef, value: Value) -> Option<usize> {
    let like = loop_op.interface::<dyn LoopLike>()?;
    let at = like.region_iter_args(loop_op).iter().position(|&arg| arg == value)?;
    Some(like.inits(loop_op).start + at)
}

/// `tile` with its value in the type of `slice`, which may be rank-reduced.
pub(super) fn with_dropped_dims(rw: &mut Rewriter, slice: OpId, mut tile: Tile) -> Tile {
    let view = OpRef::new(rw, slice);
    let (lists, ty) = (SliceLists::of(view), view.result(0).ty());
    let shape = ty.shape(rw).unwrap_or_default();
    if !dropped_dims(shape, &lists.sizes).contains(&true) {
        return tile;
    }
    let offsets = vec![MixedIndex::Static(0); lists.sizes.len()];
    let lists = SliceLists { offsets, ..lists };
    let made = rw.create(ExtractSliceOp::of(rw.cx(), ty, tile.values[0], &lists)).id();
    tile.values[0] = rw.result(made, 0);
    tile.slices.push(made);
    tile
}

/// The worklist of slices.
#[derive(Default)]
struct Worklist {
    slices: VecDeque<OpId>,
}

impl Worklist {
    /// Adds the slices among `ops`, cleaned up. `None` if the clean-up does not converge.
    fn add(&mut self, rw: &mut Rewriter, ops: &[OpId], cleanup: Option<&FrozenPatterns>) -> Option<()> {
        let slices = ops.iter().copied().filter(|&op| OpRef::new(rw, op).is::<ExtractSliceOp>());
        self.slices.extend(slices);
        let Some(patterns) = cleanup else { return Some(()) };
        let config = GreedyConfig { strictness: Strictness::ExistingAndNewOps, ..GreedyConfig::default() };
        let (body, outer) = rw.apart();
        let mut tracker = Tracker { slices: &mut self.slices, outer };
        apply_ops_greedily(body, ops, patterns, &config, Some(&mut tracker)).ok().map(|_| ())
    }
}

/// A rewrite listener that adds new slices to the worklist, removes erased ones, and forwards notifications.
struct Tracker<'a> {
    slices: &'a mut VecDeque<OpId>,
    outer: Option<&'a mut dyn Listener>,
}

impl Listener for Tracker<'_> {
    fn outer(&mut self) -> Option<&mut dyn Listener> {
        match &mut self.outer {
            Some(outer) => Some(&mut **outer),
            None => None,
        }
    }
    fn created(&mut self, body: &Body, op: OpId) {
        if OpRef::new(body, op).is::<ExtractSliceOp>() {
            self.slices.push_back(op);
        }
        if let Some(outer) = self.outer() {
            outer.created(body, op);
        }
    }
    fn erasing(&mut self, body: &Body, op: OpId) {
        self.slices.retain(|&slice| slice != op);
        if let Some(outer) = self.outer() {
            outer.erasing(body, op);
        }
    }
    fn wants_patterns(&self) -> bool {
        self.outer.as_ref().is_some_and(|outer| outer.wants_patterns())
    }
}
