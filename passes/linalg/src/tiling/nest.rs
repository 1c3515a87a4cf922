//! Loops over tiles: their creation, the part of the domain that an iteration computes, and the insertion of the
//! results of the iterations.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_arith::{CmpIOp, CmpIPredicate, SelectOp, constant_index, materialize_index};
use rmlir_scf::{ForOp, ForallOp, YieldOp};
use rmlir_tensor::{InsertSliceOp, ParallelInsertSliceOp};

use super::arithmetic::{Extremum, apply, extremum, extremum_of, is_zero};
use super::interface::{EmptyStart, Part};

/// A tiled domain, with its loops in nesting order.
pub struct Grid {
    /// The trip count of each loop.
    pub domain: Vec<MixedIndex>,
    /// The tile sizes; loops with size 0 are not tiled.
    pub sizes: Vec<MixedIndex>,
    /// The tile counts, if the tiling is by counts.
    pub counts: Option<Vec<MixedIndex>>,
    /// The offsets of empty tiles.
    pub empty: Vec<EmptyStart>,
}

/// Loops under construction; the insertion point is in the innermost body.
pub struct OpenLoops {
    /// The loops, from the outermost one.
    pub loops: Vec<OpId>,
    /// The part that an iteration computes.
    pub part: Part,
    /// The destinations of its results.
    pub destinations: Vec<Value>,
}

/// A result of an iteration, and its position in the destination.
pub struct Placed {
    /// The value.
    pub value: Value,
    /// Its position.
    pub part: Part,
}

/// A kind of loops over tiles.
pub trait TileLoops {
    /// Creates loops over `grid`, at least one of which is tiled, at the insertion point, and sets that to the
    /// innermost body.
    fn open(&self, rw: &mut Rewriter, loc: Loc, grid: &Grid, destinations: &[Value]) -> Option<OpenLoops>;

    /// Inserts and yields `placed`, which has an entry for each destination.
    fn close(&self, rw: &mut Rewriter, loc: Loc, grid: &Grid, open: &OpenLoops, placed: &[Placed]);
}

impl Grid {
    /// The tiled loops.
    pub fn divided(&self, body: &Body) -> Vec<usize> {
        (0..self.sizes.len()).filter(|&at| !is_zero(body, self.sizes[at])).collect()
    }

    /// The tile whose first point has these coordinates along the tiled loops.
    fn tile_at(&self, rw: &mut Rewriter, loc: Loc, divided: &[usize], variables: &[Value]) -> Part {
        let mut part = self.whole();
        for (&at, &variable) in divided.iter().zip(variables) {
            part.offsets[at] = MixedIndex::Dynamic(variable);
            part.sizes[at] = bounded(rw, loc, self.domain[at], part.offsets[at], self.sizes[at]);
        }
        part
    }

    /// The tile with these indices along the tiled loops.
    fn tile_number(
        &self,
        rw: &mut Rewriter,
        loc: Loc,
        counts: &[MixedIndex],
        divided: &[usize],
        numbers: &[Value],
    ) -> Part {
        let mut part = self.whole();
        for (&at, &number) in divided.iter().zip(numbers) {
            (part.offsets[at], part.sizes[at]) = self.share(rw, loc, at, counts[at], number);
        }
        part
    }

    fn whole(&self) -> Part {
        Part { offsets: vec![MixedIndex::Static(0); self.domain.len()], sizes: self.domain.clone() }
    }

    /// The offset and size of tile `number` of `count` along loop `at`; the size is 0 if the earlier tiles cover the
    /// domain.
    fn share(
        &self,
        rw: &mut Rewriter,
        loc: Loc,
        at: usize,
        count: MixedIndex,
        number: Value,
    ) -> (MixedIndex, MixedIndex) {
        let (range, size) = (self.domain[at], self.sizes[at]);
        let (first, index) = (AffineExpr::dim(0), AffineExpr::dim(1));
        let start = &first + &(&index * &AffineExpr::symbol(0));
        let zero = MixedIndex::Static(0);
        let offset = apply(rw, loc, start.clone(), 2, &[zero, MixedIndex::Dynamic(number), size]);
        let rest = apply(rw, loc, AffineExpr::symbol(1) - start, 2, &[zero, count, size, range]);
        let mut extent = size;
        if rest.constant(rw) != Some(0) {
            let left = apply(rw, loc, AffineExpr::symbol(0) - AffineExpr::dim(0), 1, &[offset, range]);
            extent = extremum_of(rw, loc, Extremum::Least, [left, size]);
        }
        let is_never_empty = match [size, count, range].map(|index| index.constant(rw)) {
            [Some(size), Some(count), Some(range)] => size.saturating_mul(count.saturating_sub(1)) < range,
            _ => false,
        };
        if is_never_empty {
            return (offset, extent);
        }
        extent = extremum_of(rw, loc, Extremum::Greatest, [zero, extent]);
        // Unlike upstream, the offset of an empty tile is one for which its operand slices are within bounds.
        let offset = match self.empty[at] {
            EmptyStart::Anywhere => offset,
            EmptyStart::Inside => extremum_of(rw, loc, Extremum::Least, [offset, range]),
            EmptyStart::First => zero_if_empty(rw, offset, extent),
        };
        (offset, extent)
    }
}

/// `offset`, or 0 if `extent` is.
fn zero_if_empty(rw: &mut Rewriter, offset: MixedIndex, extent: MixedIndex) -> MixedIndex {
    let [offset, extent, zero] = [offset, extent, MixedIndex::Static(0)].map(|index| materialize_index(rw, index));
    let equal = CmpIPredicate::Eq.attr(rw);
    let is_empty = rw.value(CmpIOp::build(extent, zero, equal));
    MixedIndex::Dynamic(rw.value(SelectOp::build(is_empty, zero, offset)))
}

/// The size of the tile at `offset`: less than `size` at the end of the domain.
fn bounded(rw: &mut Rewriter, loc: Loc, range: MixedIndex, offset: MixedIndex, size: MixedIndex) -> MixedIndex {
    let known = size.constant(rw);
    let divides = known.zip(range.constant(rw)).is_some_and(|(size, range)| size != 0 && range % size == 0);
    if known == Some(1) || divides {
        return size;
    }
    let left = AffineExpr::symbol(0) - AffineExpr::dim(0);
    let map = AffineMap::new(1, 2, [left, AffineExpr::symbol(1)]);
    let range = MixedIndex::Dynamic(materialize_index(rw, range));
    extremum(rw, loc, Extremum::Least, &map, &[offset, range, size])
}

/// The tile sizes for these tile counts.
pub(super) fn sizes_for(rw: &mut Rewriter, loc: Loc, domain: &[MixedIndex], counts: &[MixedIndex]) -> Vec<MixedIndex> {
    let mut sizes = Vec::new();
    for (&range, &count) in domain.iter().zip(counts) {
        if is_zero(rw, count) {
            sizes.push(MixedIndex::Static(0));
            continue;
        }
        let [lower, upper, n] = [0, 1, 2].map(AffineExpr::symbol);
        sizes.push(apply(rw, loc, (upper - lower).ceil_div(n), 0, &[MixedIndex::Static(0), range, count]));
    }
    sizes
}

/// A nest of `scf.for`, one for each tiled loop.
pub struct ForNest;

impl TileLoops for ForNest {
    fn open(&self, rw: &mut Rewriter, loc: Loc, grid: &Grid, destinations: &[Value]) -> Option<OpenLoops> {
        let divided = grid.divided(rw);
        let lower: Vec<Value> = divided.iter().map(|_| constant_index(rw, 0)).collect();
        let upper: Vec<Value> = divided.iter().map(|&at| materialize_index(rw, grid.domain[at])).collect();
        let steps: Vec<Value> = divided.iter().map(|&at| materialize_index(rw, grid.sizes[at])).collect();
        let (mut loops, mut variables) = (Vec::new(), Vec::new());
        let mut destinations = destinations.to_vec();
        for ((lower, upper), step) in lower.into_iter().zip(upper).zip(steps) {
            let made = ForOp::create(rw, loc, [lower, upper, step], &destinations);
            let block = made.body(rw);
            match rw.last_op(block) {
                Some(end) => rw.before(end),
                None => rw.at_end(block),
            }
            rw.set_loc(loc);
            variables.push(made.induction_var(rw));
            destinations = made.iter_args(rw);
            loops.push(made.id());
        }
        let part = grid.tile_at(rw, loc, &divided, &variables);
        Some(OpenLoops { loops, part, destinations })
    }

    fn close(&self, rw: &mut Rewriter, loc: Loc, _grid: &Grid, open: &OpenLoops, placed: &[Placed]) {
        let mut yielded: Vec<Value> = Vec::new();
        for (Placed { value, part }, &destination) in placed.iter().zip(&open.destinations) {
            let ty = rw.ty(destination);
            yielded.push(rw.value(InsertSliceOp::of(rw.cx(), ty, *value, destination, &part.lists())));
        }
        for &made in open.loops.iter().rev() {
            if !yielded.is_empty() {
                let block = ForOp::from_id(made).body(rw);
                rw.at_end(block);
                rw.create(YieldOp::build(&yielded).at(loc));
            }
            yielded = rw.results(made).to_vec();
        }
    }
}

/// The meaning of the induction variables of a `scf.forall`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Variables {
    /// The offsets of tiles.
    Offsets,
    /// The indices of tiles.
    Numbers,
}

/// One `scf.forall`.
pub struct Forall<'a> {
    /// The mapping of iterations to processing units.
    pub mapping: Option<&'a [Attr]>,
    /// The meaning of its induction variables, for tiling by sizes; for tiling by counts, they are indices.
    pub variables: Variables,
}

impl TileLoops for Forall<'_> {
    fn open(&self, rw: &mut Rewriter, loc: Loc, grid: &Grid, destinations: &[Value]) -> Option<OpenLoops> {
        let divided = grid.divided(rw);
        let bounds = self.bounds(rw, loc, grid, &divided);
        let made = ForallOp::create(rw, loc, &bounds, destinations, self.mapping);
        let end = made.terminator(rw);
        rw.before(end);
        rw.set_loc(loc);
        let block = made.body(rw);
        let args = rw.args(block).to_vec();
        let (variables, shared) = args.split_at(divided.len());
        let part = match &grid.counts {
            Some(counts) => grid.tile_number(rw, loc, counts, &divided, variables),
            None => grid.tile_at(rw, loc, &divided, variables),
        };
        Some(OpenLoops { loops: vec![made.id()], part, destinations: shared.to_vec() })
    }

    fn close(&self, rw: &mut Rewriter, loc: Loc, grid: &Grid, open: &OpenLoops, placed: &[Placed]) {
        let made = ForallOp::from_id(open.loops[0]);
        let end = made.terminator(rw);
        let inside = rw.entry(rw.region(end, 0)).expect("the end of the loop has a block");
        rw.at_end(inside);
        rw.set_loc(loc);
        for (Placed { value, part }, &destination) in placed.iter().zip(&open.destinations) {
            rw.create(ParallelInsertSliceOp::of(rw.cx(), *value, destination, &part.lists()));
        }
        let steps: Vec<MixedIndex> = grid.divided(rw).iter().map(|&at| grid.sizes[at]).collect();
        let are_numbers = self.variables == Variables::Numbers && grid.counts.is_none();
        if are_numbers && steps.iter().any(|step| !step.is(rw, 1)) {
            scale(rw, loc, made, &steps);
        }
    }
}

impl Forall<'_> {
    fn bounds(&self, rw: &mut Rewriter, loc: Loc, grid: &Grid, divided: &[usize]) -> LoopBounds {
        let zeros = vec![MixedIndex::Static(0); divided.len()];
        let ones = vec![MixedIndex::Static(1); divided.len()];
        let of = |list: &[MixedIndex]| -> Vec<MixedIndex> { divided.iter().map(|&at| list[at]).collect() };
        let (upper, step) = match (&grid.counts, self.variables) {
            (Some(counts), _) => (of(counts), ones),
            (None, Variables::Offsets) => (of(&grid.domain), of(&grid.sizes)),
            (None, Variables::Numbers) => {
                let [lower, upper, step] = [0, 1, 2].map(AffineExpr::symbol);
                let n_tiles = (upper - lower).ceil_div(step);
                let upper = divided.iter().map(|&at| {
                    let operands = [MixedIndex::Static(0), grid.domain[at], grid.sizes[at]];
                    apply(rw, loc, n_tiles.clone(), 0, &operands)
                });
                (upper.collect(), ones)
            }
        };
        let cx = rw.cx();
        let bound = |index: MixedIndex| match index {
            MixedIndex::Static(number) => ValueOrAttr::Attr(cx.i64_attr(number)),
            MixedIndex::Dynamic(value) => ValueOrAttr::Value(value),
        };
        let [lower, upper, step] = [zeros, upper, step].map(|list| list.into_iter().map(bound).collect());
        LoopBounds { lower, upper, step }
    }
}

/// Replaces uses of the induction variables of `made` by their products with `steps`.
fn scale(rw: &mut Rewriter, loc: Loc, made: ForallOp, steps: &[MixedIndex]) {
    let block = made.body(rw);
    let variables = rw.args(block)[..steps.len()].to_vec();
    rw.at_start(block);
    rw.set_loc(loc);
    for (&variable, &step) in variables.iter().zip(steps) {
        let start = &AffineExpr::symbol(0) + &(&AffineExpr::dim(0) * &AffineExpr::symbol(1));
        let operands = [MixedIndex::Dynamic(variable), MixedIndex::Static(0), step];
        let scaled = apply(rw, loc, start, 1, &operands);
        let scaled = materialize_index(rw, scaled);
        let by = rw.defining_op(scaled);
        rw.replace_uses_if(variable, scaled, |_, user, _| Some(user) != by);
    }
}
