//! Operations as loops over tiles of them, and with others in the same loops.
//!
//! Plan of [`tile`]: 1. the *domain*: how often each loop of the operation runs; 2. loops over it by the sizes of tiles, or by
//! their number ([`nest`]); 3. inside, the part that a tile is, computed as the operation says ([`interface`]); 4. what it
//! gives goes into what the loops hand on. [`fuse`] computes there what the tile needs of other results, and [`consumers`]
//! what is computed from the tiles; [`containing`] fuses into other operations around uses. [`carry`] changes loops for that.
//!
//! As upstream, arithmetic that turns out not to be needed is left to who cleans up.

use rmlir::affine::AffineMap;
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
mod pad;
mod relayout;
mod softmax;
mod structured;
mod yields;

use self::arithmetic::{Extremum, extremum, is_zero};
use self::interface::{Tile, Tileable, tileable};
use self::nest::{Grid, OpenLoops, Placed, TileLoops, sizes_for};

/// What became of an operation. It is still there; `replacements` are to take its place.
pub struct Tiled {
    /// The operations on a tile.
    pub ops: Vec<OpId>,
    /// The loops around them, from the outermost one; none if nothing was tiled.
    pub loops: Vec<OpId>,
    /// For each result of the operation.
    pub replacements: Vec<Value>,
    /// The slices that the operations on a tile have as operands.
    pub slices: Vec<OpId>,
}

/// How a domain is divided, one entry for each loop; 0 does not divide.
#[derive(Clone)]
pub enum Division {
    /// By the sizes of tiles.
    Sizes(Vec<MixedIndex>),
    /// By the numbers of tiles.
    Counts(Vec<MixedIndex>),
}

/// How an operation is tiled.
pub struct TilingOptions<'a> {
    /// How its domain is divided. Loops that have no entry are not.
    pub division: Division,
    /// The loops whose tile sizes are multiplied by the vector scale.
    pub scaled: &'a [usize],
    /// The order in which the loops over tiles are nested, as far as it is not that of its loops: a permutation of the first
    /// ones.
    pub interchange: &'a [usize],
    /// The kind of these loops.
    pub loops: &'a dyn TileLoops,
}

/// The loops that `division` divides although they are not parallel.
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

/// Makes loops over tiles of `op` after it. `None` if `op` cannot be tiled so.
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

/// Computes a tile in the loops, and finds out where what it gives goes.
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

/// `sizes`, of which those of these loops are multiplied by the vector scale.
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

/// The operation itself, again.
fn untiled(rw: &mut Rewriter, op: OpId, destinations: &[Value]) -> Tiled {
    let copy = with_destinations(rw, op, destinations);
    let replacements = rw.results(copy).to_vec();
    Tiled { ops: vec![copy], loops: Vec::new(), replacements, slices: Vec::new() }
}

/// A copy of `op` that puts what it computes into `destinations`, if it puts it anywhere.
fn with_destinations(rw: &mut Rewriter, op: OpId, destinations: &[Value]) -> OpId {
    let copy = rw.clone_op(op, &mut CloneMap::default());
    for (&index, &destination) in structured::tensor_inits(rw, copy).iter().zip(destinations) {
        rw.set_operand(copy, index, destination);
    }
    copy
}

/// What results that are tensors are put into: what `op` says, or new empty tensors before it.
fn destinations(rw: &mut Rewriter, op: OpId) -> Option<Vec<Value>> {
    let n_tensors = OpRef::new(rw, op).results().filter(|result| result.ty().is_tensor(rw)).count();
    (0..n_tensors).map(|index| destination(rw, op, index)).collect()
}

/// What result `index` is put into, as for [`destinations`].
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

/// A tensor of type `ty` whose elements nobody asks for.
fn empty(rw: &mut Rewriter, ty: Type, sizes: &[MixedIndex]) -> Value {
    let is_dynamic: Vec<bool> = ty.shape(rw).unwrap_or_default().iter().map(|&size| size == DYNAMIC).collect();
    let dynamic = sizes.iter().zip(is_dynamic).filter(|(_, is_dynamic)| *is_dynamic);
    let dynamic: Vec<Value> = dynamic.map(|(&size, _)| materialize_index(rw, size)).collect();
    rw.value(EmptyOp::build(ty, &dynamic))
}

/// The least of the results of `map`.
pub fn least_of(rw: &mut Rewriter, loc: Loc, map: &AffineMap, operands: &[MixedIndex]) -> MixedIndex {
    extremum(rw, loc, Extremum::Least, map, operands)
}
