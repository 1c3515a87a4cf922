//! Fusion of what produces the operands of a tile: instead of a slice of a whole result, that part of it is computed.
//!
//! Plan of [`tile_and_fuse`]: 1. an operation is tiled; 2. for each slice that a tile is computed from: if it is of the result
//! of an operation outside of the loops that can be computed by parts, its part is, and the slices this needs are looked at
//! next. A slice of what the loops hand on is one of what they start with; if that is computed by parts, the loops start
//! with what it would have been put into. 3. Results that are wanted as a whole are put together by the loops (`yields`).

use std::collections::VecDeque;

use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::core::rewriter::Listener;
use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig, Strictness, apply_ops_greedily};
use rmlir_tensor::{ExtractSliceOp, dropped_dims};

use super::carry::is_visited_once;
use super::interface::{Part, Tile, tileable};
use super::yields::yield_producer;
use super::{TilingOptions, destinations, tile, with_destinations};

/// How an operation is tiled, and what is fused with it.
pub struct FuseOptions<'a> {
    /// How it is tiled.
    pub tiling: TilingOptions<'a>,
    /// What cleans up slices before they are looked at.
    pub cleanup: Option<&'a FrozenPatterns>,
    /// Whether all results of an operation that is fused are wanted as a whole, which the parts that are computed make up.
    pub is_wanted_whole: &'a dyn Fn(OpId) -> bool,
}

/// What became of an operation and those fused with it. They are all still there.
pub struct Fused {
    /// The operations on tiles, those of the operation that was tiled first.
    pub ops: Vec<OpId>,
    /// The loops around them, from the outermost one; none if nothing was tiled.
    pub loops: Vec<OpId>,
    /// The operations that were fused.
    pub producers: Vec<OpId>,
    /// Results, and what is to take their place.
    pub replacements: Vec<(Value, Value)>,
}

/// A part of a result that is computed where there was a slice of it.
pub struct FusedProducer {
    /// The operation whose result it is, outside of the loops.
    pub producer: OpId,
    /// The number of that result.
    pub index: usize,
    /// What computes it.
    pub tile: Tile,
    /// The part with all of its dimensions.
    pub part: Value,
}

/// What a slice in loops is taken of.
struct Source {
    producer: OpId,
    index: usize,
    /// The operand of the outermost loop that it is, if the loops hand it on.
    init: Option<usize>,
}

/// Makes loops over tiles of `op` after it, in which what a tile needs is computed too. `None` if `op` gives nothing, or
/// cannot be tiled so.
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
    // Which result of the outermost loop takes the place of each.
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

/// Computes what `slice`, in the innermost of `loops`, takes out of a result of an operation outside of them.
pub fn fuse_producer(rw: &mut Rewriter, slice: OpId, loops: &[OpId]) -> Option<FusedProducer> {
    let Source { producer, index, init } = source_of(rw, slice, loops)?;
    let model = tileable(OpRef::new(rw, producer))?;
    let part = Part::of_slice(OpRef::new(rw, slice))?;
    // What the loops hand on is there what they start with only if no other iteration was there. (Upstream does not ask, and
    // starts sums over several tiles again in each.)
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

/// The operation outside of `loops` whose result `slice` takes a part of.
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

/// The operand that the variable `value` of `loop_op` starts as.
pub(super) fn init_of(loop_op: OpRef, value: Value) -> Option<usize> {
    let like = loop_op.interface::<dyn LoopLike>()?;
    let at = like.region_iter_args(loop_op).iter().position(|&arg| arg == value)?;
    Some(like.inits(loop_op).start + at)
}

/// `tile` with its value in the type of `slice`, which may leave out dimensions of size 1.
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

/// The slices that are still to be looked at.
#[derive(Default)]
struct Worklist {
    slices: VecDeque<OpId>,
}

impl Worklist {
    /// Adds those among `ops`, cleaned up. `None` if that has no end.
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

/// Adds slices that patterns make to the work list, takes those away that go, and passes on what it is told.
struct Tracker<'a> {
    slices: &'a mut VecDeque<OpId>,
    outer: Option<&'a mut dyn Listener>,
}

impl Tracker<'_> {
    fn tell(&mut self, event: impl FnOnce(&mut dyn Listener)) {
        if let Some(outer) = &mut self.outer {
            event(&mut **outer);
        }
    }
}

impl Listener for Tracker<'_> {
    fn created(&mut self, body: &Body, op: OpId) {
        if OpRef::new(body, op).is::<ExtractSliceOp>() {
            self.slices.push_back(op);
        }
        self.tell(|outer| outer.created(body, op));
    }
    fn moved(&mut self, body: &Body, op: OpId) {
        self.tell(|outer| outer.moved(body, op));
    }
    fn modified(&mut self, body: &Body, op: OpId) {
        self.tell(|outer| outer.modified(body, op));
    }
    fn replacing(&mut self, body: &Body, op: OpId, with: &[Value]) {
        self.tell(|outer| outer.replacing(body, op, with));
    }
    fn erasing(&mut self, body: &Body, op: OpId) {
        self.slices.retain(|&slice| slice != op);
        self.tell(|outer| outer.erasing(body, op));
    }
    fn block_created(&mut self, body: &Body, block: BlockId) {
        self.tell(|outer| outer.block_created(body, block));
    }
    fn block_erasing(&mut self, body: &Body, block: BlockId) {
        self.tell(|outer| outer.block_erasing(body, block));
    }
    fn wants_patterns(&self) -> bool {
        self.outer.as_ref().is_some_and(|outer| outer.wants_patterns())
    }
    fn no_match(&mut self, body: &Body, op: OpId, reason: &dyn Fn() -> String) {
        self.tell(|outer| outer.no_match(body, op, reason));
    }
    fn pattern_begin(&mut self, body: &Body, op: OpId, pattern: &'static str) {
        self.tell(|outer| outer.pattern_begin(body, op, pattern));
    }
    fn pattern_end(&mut self, body: &Body, op: OpId, pattern: &'static str, outcome: Match) {
        self.tell(|outer| outer.pattern_end(body, op, pattern, outcome));
    }
}
