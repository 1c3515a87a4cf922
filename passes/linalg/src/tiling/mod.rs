//! Tiling of operations, and fusion of others into the tiled loops.
//!
//! Plan of [`tile`]: 1. the *domain*: the trip count of each loop of the operation; 2. loops over it by tile sizes or
//! tile counts ([`nest`]); 3. inside, the part of a tile, computed by the operation's interface ([`interface`], which
//! [`operations`] implement); 4. its results are inserted into the loop-carried values. [`fuse`] fuses producers of
//! the tiles' operands, and [`consumers`] consumers of the tiles; [`containing`] fuses producers into other operations
//! around their uses. [`carry`] adds loop-carried values to loops for that.
//!
//! As in upstream, redundant arithmetic is left to later clean-up passes.

use rmlir::affine_maps::AffineMap;
use rmlir::core::clone::CloneMap;
use rmlir::core::interfaces::ReifyShapes;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_arith::{MulIOp, materialize_index};
use rmlir_linalg::IteratorType;
use rmlir_tensor::EmptyOp;
use rmlir_vector::VectorScaleOp;

pub mod carry;
pub mod consumers;
pub mod containing;
pub mod fuse;
pub mod interface;
pub mod nest;

mod arithmetic;
pub mod operations;
mod pad;
mod producer;
mod relayout;
mod softmax;
mod structured;
mod yields;

use self::arithmetic::{Extremum, extremum, is_zero};
use self::interface::{Tile, Tileable};
use self::nest::{Grid, OpenLoops, Placed, TileLoops, sizes_for};
use self::operations::tileable;

/// The result of tiling an operation. The operation is not erased; `replacements` are to replace its results.
pub struct Tiled {
    /// The operations on a tile.
    pub ops: Vec<OpId>,
    /// The loops around them, from the outermost one; empty if nothing was tiled.
    pub loops: Vec<OpId>,
    /// For each result of the operation.
    pub replacements: Vec<Value>,
    /// The slices that are operands of the operations on a tile.
    pub slices: Vec<OpId>,
}

/// The tiling of a domain, one entry for each loop; a loop with entry 0 is not tiled.
#[derive(Clone)]
pub enum Division {
    /// By tile sizes.
    Sizes(Vec<MixedIndex>),
    /// By tile counts.
    Counts(Vec<MixedIndex>),
}

/// The options of tiling.
pub struct TilingOptions<'a> {
    /// The tiling of the domain. Loops without an entry are not tiled.
    pub division: Division,
    /// The loops whose tile sizes are multiplied by `vscale`.
    pub scaled: &'a [usize],
    /// The interchange of the loops over tiles: a permutation of the first loops.
    pub interchange: &'a [usize],
    /// The kind of the generated loops.
    pub loops: &'a dyn TileLoops,
}

/// The tiled loops that are not parallel.
pub fn unsafe_loops(op: OpRef, division: &Division) -> Vec<usize> {
    let Some(model) = tileable(op) else { return Vec::new() };
    let iterators = model.iterators(op);
    let (list, least) = match division {
        Division::Sizes(list) => (list, 1),
        Division::Counts(list) => (list, 2),
    };
    let divided = |&index: &usize| list.get(index).and_then(|size| size.constant(op.body)).is_some_and(|n| n >= least);
    let is_parallel = |index: usize| iterators[index] == IteratorType::Parallel;
    (0..iterators.len()).filter(divided).filter(|&index| !is_parallel(index)).collect()
}

/// Whether `interchange` is a permutation of the first of `n` loops.
pub fn is_interchange(interchange: &[usize], n: usize) -> bool {
    interchange.len() <= n && (0..interchange.len()).all(|at| interchange.contains(&at))
}

/// Creates loops over tiles of `op` after it. `None` if `op` cannot be tiled like this.
pub fn tile(rw: &mut Rewriter, op: OpId, options: &TilingOptions) -> Option<Tiled> {
    let model = tileable(OpRef::new(rw, op))?;
    rw.after(op);
    let loc = rw.loc(op);
    rw.set_loc(loc);
    let domain = model.domain(rw, op)?;
    let n = domain.len();
    if !is_interchange(options.interchange, n) {
        return None;
    }
    let padded = |list: &[MixedIndex]| -> Vec<MixedIndex> {
        let zeros = std::iter::repeat(MixedIndex::Static(0));
        list.iter().copied().chain(zeros).take(n).collect()
    };
    let (sizes, counts) = match &options.division {
        Division::Sizes(sizes) => (scaled(rw, padded(sizes), options.scaled), None),
        Division::Counts(counts) => (sizes_for(rw, loc, &domain, &padded(counts)), Some(padded(counts))),
    };
    let destinations = destinations(rw, op)?;
    if sizes.iter().all(|&size| is_zero(rw, size)) {
        return Some(untiled(rw, op, &destinations));
    }
    let mut order = options.interchange.to_vec();
    order.extend(order.len()..n);
    let empty = order.iter().map(|&at| model.start_of_empty(OpRef::new(rw, op), at)).collect();
    let permuted = |list: &[MixedIndex]| -> Vec<MixedIndex> { order.iter().map(|&at| list[at]).collect() };
    let counts = counts.map(|counts| permuted(&counts));
    let grid = Grid { domain: permuted(&domain), sizes: permuted(&sizes), counts, empty };
    let mut open = options.loops.open(rw, loc, &grid, &destinations)?;
    open.part.offsets = unpermuted(&open.part.offsets, &order);
    open.part.sizes = unpermuted(&open.part.sizes, &order);
    let Some((Tile { ops, slices, .. }, placed)) = compute(rw, op, model, &open) else {
        rw.erase(open.loops[0]);
        return None;
    };
    options.loops.close(rw, loc, &grid, &open, &placed);
    let replacements = rw.results(open.loops[0]).to_vec();
    Some(Tiled { ops, loops: open.loops, replacements, slices })
}

/// Computes a tile in the loops, and determines the positions of its results.
fn compute(rw: &mut Rewriter, op: OpId, model: &dyn Tileable, open: &OpenLoops) -> Option<(Tile, Vec<Placed>)> {
    let copy = with_destinations(rw, op, &open.destinations);
    let tile = model.tile(rw, copy, &open.part)?;
    rw.erase(copy);
    let mut placed = Vec::new();
    for (index, &value) in tile.values.iter().enumerate() {
        placed.push(Placed { value, part: model.part_of_result(rw, op, index, &open.part)? });
    }
    Some((tile, placed))
}

/// `sizes`, with those of `loops` multiplied by `vscale`.
fn scaled(rw: &mut Rewriter, mut sizes: Vec<MixedIndex>, loops: &[usize]) -> Vec<MixedIndex> {
    for (_, size) in sizes.iter_mut().enumerate().filter(|(at, _)| loops.contains(at)) {
        let factor = materialize_index(rw, *size);
        let scale = rw.value(VectorScaleOp::build());
        *size = MixedIndex::Dynamic(rw.value(MulIOp::build(factor, scale)));
    }
    sizes
}

fn unpermuted(list: &[MixedIndex], order: &[usize]) -> Vec<MixedIndex> {
    let mut all = list.to_vec();
    for (&entry, &at) in list.iter().zip(order) {
        all[at] = entry;
    }
    all
}

/// A clone of the operation without loops.
fn untiled(rw: &mut Rewriter, op: OpId, destinations: &[Value]) -> Tiled {
    let copy = with_destinations(rw, op, destinations);
    let replacements = rw.results(copy).to_vec();
    Tiled { ops: vec![copy], loops: Vec::new(), replacements, slices: Vec::new() }
}

/// A clone of `op` with `destinations` as its inits, if it has any.
fn with_destinations(rw: &mut Rewriter, op: OpId, destinations: &[Value]) -> OpId {
    let copy = rw.clone_op(op, &mut CloneMap::default());
    for (&index, &destination) in structured::tensor_inits(rw, copy).iter().zip(destinations) {
        rw.set_operand(copy, index, destination);
    }
    copy
}

/// The destinations of results that are tensors: the inits of `op`, or new empty tensors before it.
fn destinations(rw: &mut Rewriter, op: OpId) -> Option<Vec<Value>> {
    let n_tensors = OpRef::new(rw, op).results().filter(|result| result.ty().is_tensor(rw)).count();
    (0..n_tensors).map(|index| destination(rw, op, index)).collect()
}

/// The destination of result `index`, as for [`destinations`].
fn destination(rw: &mut Rewriter, op: OpId, index: usize) -> Option<Value> {
    let view = OpRef::new(rw, op);
    if view.interface::<dyn DestinationStyle>().is_some() {
        return structured::tensor_inits(rw, op).get(index).map(|&operand| rw.operand(op, operand));
    }
    let ty = view.result(index).ty();
    let shape = ty.shape(rw)?;
    let (point, loc) = (rw.insert_point(), rw.default_loc());
    let known: Vec<MixedIndex> = shape.iter().map(|&size| MixedIndex::Static(size)).collect();
    let reify = view.interface::<dyn ReifyShapes>();
    let is_known = !shape.contains(&DYNAMIC);
    rw.before(op);
    let sizes = if is_known { Some(known) } else { reify.and_then(|reify| reify.result_sizes(rw, op, index)) };
    let empty = sizes.map(|sizes| empty(rw, ty, &sizes));
    rw.set_insert_point(point);
    rw.set_loc(loc);
    empty
}

/// An uninitialized tensor of type `ty`.
fn empty(rw: &mut Rewriter, ty: Type, sizes: &[MixedIndex]) -> Value {
    let is_dynamic: Vec<bool> = ty.shape(rw).unwrap_or_default().iter().map(|&size| size == DYNAMIC).collect();
    let dynamic = sizes.iter().zip(is_dynamic).filter(|(_, is_dynamic)| *is_dynamic);
    let dynamic: Vec<Value> = dynamic.map(|(&size, _)| materialize_index(rw, size)).collect();
    rw.value(EmptyOp::build(ty, &dynamic))
}

/// The minimum of the results of `map`.
pub fn least_of(rw: &mut Rewriter, loc: Loc, map: &AffineMap, operands: &[MixedIndex]) -> MixedIndex {
    extremum(rw, loc, Extremum::Least, map, operands)
}
