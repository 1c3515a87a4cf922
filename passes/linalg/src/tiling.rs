//! Structured operations as loops over tiles of them.
//!
//! Plan: 1. the *domain*: how often each loop of the operation runs; 2. loops over it by the sizes of tiles; 3. inside, where
//! the tile starts and how large it is, the parts of the operands that it needs, and the operation on these; 4. what it gives
//! goes into what the loops hand on.
//!
//! As upstream, arithmetic that turns out not to be needed is left to who cleans up.

use rmlir::affine::{AffineExpr, AffineMap};
use rmlir::core::clone::CloneMap;
use rmlir::core::memref_layout::is_strided;
use rmlir::core::mixed_index::{MixedIndex, SliceLists, statics};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir::rewrite::create_or_fold;
use rmlir_affine::compose::{compose_map_and_operands, make_composed_folded_apply, map_with_constants_folded};
use rmlir_affine::{MaxOp, MinOp};
use rmlir_arith::{constant_index, materialize_index};
use rmlir_linalg::IteratorType;
use rmlir_linalg::structured::{Loops, inits};
use rmlir_memref as memref;
use rmlir_scf::{ForOp, ForallOp, YieldOp};
use rmlir_tensor::{ExtractSliceOp, InsertSliceOp, ParallelInsertSliceOp, TensorParts};

/// What became of an operation. It is still there; `replacements` are to take its place.
pub struct Tiled {
    /// The operation on a tile.
    pub op: OpId,
    /// The loops around it, from the outermost one; none if nothing was tiled.
    pub loops: Vec<OpId>,
    /// For each result of the operation.
    pub replacements: Vec<Value>,
}

/// How a domain is divided among the iterations of a `scf.forall`, one entry for each loop; 0 does not divide.
pub enum Division {
    /// By the sizes of tiles.
    Sizes(Vec<MixedIndex>),
    /// By the numbers of tiles.
    Counts(Vec<MixedIndex>),
}

/// An operation that is tiled.
struct Tiling<'r, 'b, 'c> {
    rw: &'r mut Rewriter<'b, 'c>,
    op: OpId,
    loc: Loc,
    loops: Loops,
    domain: Vec<MixedIndex>,
}

fn is_zero(body: &Body, size: MixedIndex) -> bool {
    size.constant(body) == Some(0)
}

fn padded(mut list: Vec<MixedIndex>, n: usize) -> Vec<MixedIndex> {
    list.resize(n, MixedIndex::Static(0));
    list
}

/// The loops that `sizes` divides although they are not parallel.
pub fn unsafe_loops(op: OpRef, division: &Division) -> Vec<usize> {
    let Some(loops) = Loops::of(op) else { return Vec::new() };
    let (list, least) = match division {
        Division::Sizes(list) => (list, 1),
        Division::Counts(list) => (list, 2),
    };
    let divided = |&index: &usize| list.get(index).and_then(|size| size.constant(op.body)).is_some_and(|n| n >= least);
    let is_parallel = |index: usize| loops.iterators[index] == IteratorType::Parallel;
    (0..loops.iterators.len()).filter(divided).filter(|&index| !is_parallel(index)).collect()
}

/// Loops `scf.for` over tiles of these sizes, nested in the order that `interchange` lists, if it is not empty. `None` if
/// `op` has no loops whose ranges are known from its operands, or a memref that has no strides.
pub fn tile_with_for(rw: &mut Rewriter, op: OpId, sizes: Vec<MixedIndex>, interchange: &[usize]) -> Option<Tiled> {
    let mut tiling = Tiling::of(rw, op)?;
    let n = tiling.domain.len();
    let sizes = padded(sizes, n);
    let mut order: Vec<usize> = interchange.to_vec();
    order.extend(order.len()..n);
    Some(tiling.with_for(&sizes, &order))
}

/// A `scf.forall` over tiles. `None` as for [`tile_with_for`].
pub fn tile_with_forall(rw: &mut Rewriter, op: OpId, division: Division, mapping: Option<Attr>) -> Option<Tiled> {
    Some(Tiling::of(rw, op)?.with_forall(division, mapping))
}

impl<'r, 'b, 'c> Tiling<'r, 'b, 'c> {
    fn of(rw: &'r mut Rewriter<'b, 'c>, op: OpId) -> Option<Self> {
        let loops = Loops::of(OpRef::new(rw, op))?;
        let places = loops.places()?;
        let has_parts = |ty: Type| !ty.is_memref(rw) || is_strided(rw, ty);
        if !rw.operands(op).all(|operand| has_parts(rw.ty(operand))) {
            return None;
        }
        let loc = rw.loc(op);
        rw.before(op);
        rw.set_loc(loc);
        let operands: Vec<Value> = rw.operands(op).collect();
        let sizes: Vec<Vec<MixedIndex>> = operands.into_iter().map(|operand| sizes_of(rw, operand)).collect();
        let domain: Option<Vec<MixedIndex>> =
            places.into_iter().map(|(operand, dim)| sizes.get(operand)?.get(dim).copied()).collect();
        let domain = domain?;
        rw.after(op);
        rw.set_loc(loc);
        Some(Self { rw, op, loc, loops, domain })
    }

    fn apply(&mut self, expr: AffineExpr, n_dims: u32, operands: &[MixedIndex]) -> MixedIndex {
        let map = AffineMap::new(n_dims, operands.len() as u32 - n_dims, [expr]);
        make_composed_folded_apply(self.rw, self.loc, &map, operands)
    }

    /// What the operation starts with: its inits that are tensors.
    fn destinations(&self) -> Vec<Value> {
        let all: Vec<Value> = self.rw.operands(self.op).collect();
        let values = inits(OpRef::new(self.rw, self.op)).map(|index| all[index]);
        values.filter(|&value| self.rw.ty(value).is_tensor(self.rw)).collect()
    }

    /// The operation itself, again.
    fn untiled(&mut self) -> Tiled {
        let op = self.rw.clone_op(self.op, &mut CloneMap::default());
        let replacements = self.rw.results(op).to_vec();
        Tiled { op, loops: Vec::new(), replacements }
    }

    fn with_for(&mut self, sizes: &[MixedIndex], order: &[usize]) -> Tiled {
        let divided: Vec<usize> = order.iter().copied().filter(|&at| !is_zero(self.rw, sizes[at])).collect();
        if divided.is_empty() {
            return self.untiled();
        }
        let lower: Vec<Value> = divided.iter().map(|_| constant_index(self.rw, 0)).collect();
        let upper: Vec<Value> = divided.iter().map(|&at| materialize_index(self.rw, self.domain[at])).collect();
        let steps: Vec<Value> = divided.iter().map(|&at| materialize_index(self.rw, sizes[at])).collect();
        let (mut nest, mut handed_on): (Vec<ForOp>, _) = (Vec::new(), self.destinations());
        let mut variables = vec![None; sizes.len()];
        for (index, &at) in divided.iter().enumerate() {
            let made = ForOp::create(self.rw, self.loc, [lower[index], upper[index], steps[index]], &handed_on);
            let body = made.body(self.rw);
            match self.rw.last_op(body) {
                Some(end) => self.rw.before(end),
                None => self.rw.at_end(body),
            }
            self.rw.set_loc(self.loc);
            variables[at] = Some(made.induction_var(self.rw));
            handed_on = made.iter_args(self.rw);
            nest.push(made);
        }
        let (mut offsets, mut extents) = (vec![MixedIndex::Static(0); sizes.len()], self.domain.clone());
        for &at in order {
            let Some(variable) = variables[at] else { continue };
            offsets[at] = MixedIndex::Dynamic(variable);
            extents[at] = self.bounded(self.domain[at], offsets[at], sizes[at]);
        }
        let (op, results) = self.body(&handed_on, &offsets, &extents);
        let mut yielded: Vec<Value> = Vec::new();
        for ((result, lists), &destination) in results.into_iter().zip(&handed_on) {
            let ty = self.rw.ty(destination);
            yielded.push(self.rw.value(InsertSliceOp::of(self.rw.cx(), ty, result, destination, &lists)));
        }
        for &made in nest.iter().rev() {
            if !yielded.is_empty() {
                let body = made.body(self.rw);
                self.rw.at_end(body);
                self.rw.create(YieldOp::build(&yielded).at(self.loc));
            }
            yielded = self.rw.results(made.id()).to_vec();
        }
        Tiled { op, loops: nest.into_iter().map(|made| made.id()).collect(), replacements: yielded }
    }

    /// The size of the tile at `offset`: less than `size` where the domain ends before.
    fn bounded(&mut self, range: MixedIndex, offset: MixedIndex, size: MixedIndex) -> MixedIndex {
        let known = size.constant(self.rw);
        let divides = known.zip(range.constant(self.rw)).is_some_and(|(size, range)| size != 0 && range % size == 0);
        if known == Some(1) || divides {
            return size;
        }
        let left = AffineExpr::symbol(0) - AffineExpr::dim(0);
        let map = AffineMap::new(1, 2, [left, AffineExpr::symbol(1)]);
        let range = MixedIndex::Dynamic(materialize_index(self.rw, range));
        self.extremum(&map, &[offset, range, size], false)
    }

    /// The least of the results of `map`, or the greatest one.
    fn extremum(&mut self, map: &AffineMap, operands: &[MixedIndex], greatest: bool) -> MixedIndex {
        let (mut map, mut values) = map_with_constants_folded(map, operands);
        compose_map_and_operands(self.rw, &mut map, &mut values);
        let known: Option<Vec<i64>> = map.results().iter().map(AffineExpr::as_constant).collect();
        if let Some(known) = known {
            let extremum = if greatest { known.into_iter().max() } else { known.into_iter().min() };
            return MixedIndex::Static(extremum.expect("there are results"));
        }
        let map = self.rw.cx().attr(AttrData::AffineMap(map));
        MixedIndex::Dynamic(match greatest {
            true => create_or_fold(self.rw, MaxOp::build(&values, map).at(self.loc)),
            false => create_or_fold(self.rw, MinOp::build(&values, map).at(self.loc)),
        })
    }

    fn with_forall(&mut self, division: Division, mapping: Option<Attr>) -> Tiled {
        let n = self.domain.len();
        let (sizes, counts) = match division {
            Division::Sizes(sizes) => (padded(sizes, n), None),
            Division::Counts(counts) => {
                let counts = padded(counts, n);
                (self.sizes_for(&counts), Some(counts))
            }
        };
        let divided: Vec<usize> = (0..n).filter(|&at| !is_zero(self.rw, sizes[at])).collect();
        if divided.is_empty() {
            return self.untiled();
        }
        let n_tiles = divided.iter().map(|&at| match &counts {
            Some(counts) => counts[at],
            None => {
                let [lower, upper, step] = [0, 1, 2].map(AffineExpr::symbol);
                let operands = [MixedIndex::Static(0), self.domain[at], sizes[at]];
                self.apply((upper - lower).ceil_div(step), 0, &operands)
            }
        });
        let n_tiles: Vec<MixedIndex> = n_tiles.collect();
        let destinations = self.destinations();
        let (made, end) = self.forall(n_tiles, &destinations, mapping);
        let block = made.body(self.rw);
        let args = self.rw.args(block).to_vec();
        let (variables, shared) = args.split_at(divided.len());
        let (mut offsets, mut extents) = (vec![MixedIndex::Static(0); n], self.domain.clone());
        for (&at, &variable) in divided.iter().zip(variables) {
            (offsets[at], extents[at]) = match &counts {
                None => {
                    let offset = MixedIndex::Dynamic(variable);
                    (offset, self.bounded(self.domain[at], offset, sizes[at]))
                }
                Some(counts) => self.part(at, sizes[at], counts[at], variable),
            };
        }
        let (op, results) = self.body(shared, &offsets, &extents);
        let inside = self.rw.entry(self.rw.region(end, 0)).expect("the end of the loop has a block");
        self.rw.at_end(inside);
        self.rw.set_loc(self.loc);
        for ((result, lists), &destination) in results.into_iter().zip(shared) {
            self.rw.create(ParallelInsertSliceOp::of(self.rw.cx(), result, destination, &lists));
        }
        let steps: Vec<MixedIndex> = divided.iter().map(|&at| sizes[at]).collect();
        if counts.is_none() && steps.iter().any(|step| step.constant(self.rw) != Some(1)) {
            self.scale(block, variables, &steps);
        }
        let replacements = self.rw.results(made.id()).to_vec();
        Tiled { op, loops: vec![made.id()], replacements }
    }

    /// How large tiles are if there are so many.
    fn sizes_for(&mut self, counts: &[MixedIndex]) -> Vec<MixedIndex> {
        let mut sizes = Vec::new();
        for (at, &count) in counts.iter().enumerate() {
            if is_zero(self.rw, count) {
                sizes.push(MixedIndex::Static(0));
                continue;
            }
            let [lower, upper, n] = [0, 1, 2].map(AffineExpr::symbol);
            let operands = [MixedIndex::Static(0), self.domain[at], count];
            let size = self.apply((upper - lower).ceil_div(n), 0, &operands);
            sizes.push(size);
        }
        sizes
    }

    /// Where tile number `variable` of `count` along loop `at` starts, and its size, which is 0 where all was given to
    /// others.
    fn part(&mut self, at: usize, size: MixedIndex, count: MixedIndex, variable: Value) -> (MixedIndex, MixedIndex) {
        let range = self.domain[at];
        let (first, number) = (AffineExpr::dim(0), AffineExpr::dim(1));
        let start = &first + &(&number * &AffineExpr::symbol(0));
        let zero = MixedIndex::Static(0);
        let offset = self.apply(start.clone(), 2, &[zero, MixedIndex::Dynamic(variable), size]);
        let rest = self.apply(AffineExpr::symbol(1) - start, 2, &[zero, count, size, range]);
        let mut extent = size;
        let identity = AffineMap::new(2, 0, [AffineExpr::dim(0), AffineExpr::dim(1)]);
        if rest.constant(self.rw) != Some(0) {
            let left = self.apply(AffineExpr::symbol(0) - AffineExpr::dim(0), 1, &[offset, range]);
            extent = self.extremum(&identity, &[left, size], false);
        }
        let known = [size, count, range].map(|index| index.constant(self.rw));
        let is_never_empty = match known {
            [Some(size), Some(count), Some(range)] => size.saturating_mul(count.saturating_sub(1)) < range,
            _ => false,
        };
        if !is_never_empty {
            extent = self.extremum(&identity, &[zero, extent], true);
        }
        // Unlike upstream, an empty tile starts within the domain where what it needs of an operand is not empty.
        let is_summand = |expr: &AffineExpr| expr.as_dim().is_none() && expr.is_function_of_dim(at as u32);
        if !is_never_empty && self.loops.maps.iter().any(|map| map.results().iter().any(is_summand)) {
            return (self.extremum(&identity, &[offset, range], false), extent);
        }
        (offset, extent)
    }

    /// A loop with so many iterations, and its end; the insertion point goes before that.
    fn forall(&mut self, n_tiles: Vec<MixedIndex>, outputs: &[Value], mapping: Option<Attr>) -> (ForallOp, OpId) {
        let cx = self.rw.cx();
        let bound = |index: &MixedIndex| match *index {
            MixedIndex::Static(number) => ValueOrAttr::Attr(cx.i64_attr(number)),
            MixedIndex::Dynamic(value) => ValueOrAttr::Value(value),
        };
        let each = |number: i64| vec![ValueOrAttr::Attr(cx.i64_attr(number)); n_tiles.len()];
        let bounds = LoopBounds { lower: each(0), upper: n_tiles.iter().map(bound).collect(), step: each(1) };
        let made = ForallOp::create(self.rw, self.loc, &bounds, outputs, mapping);
        let end = made.terminator(self.rw);
        self.rw.before(end);
        self.rw.set_loc(self.loc);
        (made, end)
    }

    /// What used `variables` uses their multiples by `steps`.
    fn scale(&mut self, block: BlockId, variables: &[Value], steps: &[MixedIndex]) {
        self.rw.at_start(block);
        self.rw.set_loc(self.loc);
        for (&variable, &step) in variables.iter().zip(steps) {
            let start = &AffineExpr::symbol(0) + &(&AffineExpr::dim(0) * &AffineExpr::symbol(1));
            let operands = [MixedIndex::Dynamic(variable), MixedIndex::Static(0), step];
            let scaled = self.apply(start, 1, &operands);
            let scaled = materialize_index(self.rw, scaled);
            let by = self.rw.defining_op(scaled);
            self.rw.replace_uses_if(variable, scaled, |_, user, _| Some(user) != by);
        }
    }

    /// The operation on the tile at `offsets`, with the inits `destinations` if there are tensors among them; where its
    /// results go.
    fn body(
        &mut self,
        destinations: &[Value],
        offsets: &[MixedIndex],
        extents: &[MixedIndex],
    ) -> (OpId, Vec<(Value, SliceLists)>) {
        let mut operands: Vec<Value> = self.rw.operands(self.op).collect();
        let inits: Vec<usize> = inits(OpRef::new(self.rw, self.op)).collect();
        let tensors: Vec<usize> =
            inits.iter().copied().filter(|&index| self.rw.ty(operands[index]).is_tensor(self.rw)).collect();
        for (&index, &destination) in tensors.iter().zip(destinations) {
            operands[index] = destination;
        }
        let last = self.last_of(extents);
        let mut lists = Vec::new();
        for (index, &operand) in operands.iter().enumerate() {
            let map = self.loops.maps[index].clone();
            let is_tiled = map.results().iter().any(|expr| self.is_tiled(expr, extents));
            let is_shaped = self.rw.ty(operand).shape(self.rw).is_some();
            let is_needed = is_shaped && (is_tiled || tensors.contains(&index));
            lists.push(is_needed.then(|| self.slice(operand, &map, offsets, extents, &last)));
        }
        let parts: Vec<Value> = operands
            .iter()
            .zip(&lists)
            .map(|(&operand, lists)| lists.as_ref().map_or(operand, |lists| self.extract(operand, lists)))
            .collect();
        let tiled = self.rw.clone_op(self.op, &mut CloneMap::default());
        self.rw.set_operands(tiled, &parts);
        let results = self.rw.results(tiled).to_vec();
        for (&result, &index) in results.iter().zip(&tensors) {
            let ty = self.rw.ty(parts[index]);
            self.rw.set_type(result, ty);
        }
        self.shift_indices(tiled, offsets);
        self.rw.after(tiled);
        self.rw.set_loc(self.loc);
        let originals: Vec<Value> = self.rw.operands(self.op).collect();
        let mut placed = Vec::new();
        for (&result, &index) in results.iter().zip(&tensors) {
            let last = self.last_of(extents);
            let map = self.loops.maps[index].clone();
            let lists = self.slice(originals[index], &map, offsets, extents, &last);
            placed.push((result, lists));
        }
        (tiled, placed)
    }

    /// The last place of each loop in a tile.
    fn last_of(&mut self, extents: &[MixedIndex]) -> Vec<MixedIndex> {
        let one_less = || AffineExpr::dim(0) - AffineExpr::constant(1);
        extents.iter().map(|&extent| self.apply(one_less(), 1, &[extent])).collect()
    }

    fn is_tiled(&self, expr: &AffineExpr, extents: &[MixedIndex]) -> bool {
        (0..extents.len()).any(|dim| expr.is_function_of_dim(dim as u32) && !is_zero(self.rw, extents[dim]))
    }

    /// The part of `value`, which is accessed by `map`, that a tile needs.
    fn slice(
        &mut self,
        value: Value,
        map: &AffineMap,
        offsets: &[MixedIndex],
        extents: &[MixedIndex],
        last: &[MixedIndex],
    ) -> SliceLists {
        let mut lists = SliceLists { offsets: Vec::new(), sizes: Vec::new(), strides: Vec::new() };
        let n_dims = map.n_dims();
        for (dim, expr) in map.results().iter().enumerate() {
            lists.strides.push(MixedIndex::Static(1));
            if !self.is_tiled(expr, extents) {
                lists.offsets.push(MixedIndex::Static(0));
                let size = size_of(self.rw, value, dim);
                lists.sizes.push(size);
                continue;
            }
            let at_zero = AffineMap::new(n_dims, 0, [expr.clone()]).fold_inputs(&vec![Some(0); n_dims as usize]);
            let at_zero = at_zero.result(0).as_constant().expect("a map of numbers gives a number");
            let offset = self.apply(expr.clone() - AffineExpr::constant(at_zero), n_dims, offsets);
            lists.offsets.push(offset);
            let last = self.apply(expr.clone(), n_dims, last);
            let size = self.apply(AffineExpr::symbol(0) + AffineExpr::constant(1), 0, &[last]);
            lists.sizes.push(size);
        }
        lists
    }

    fn extract(&mut self, value: Value, lists: &SliceLists) -> Value {
        let ty = self.rw.ty(value);
        if ty.is_memref(self.rw) {
            let ty = memref::inferred_subview_type(self.rw, ty, lists).expect("memrefs of operations have parts");
            return self.rw.value(memref::SubViewOp::of(self.rw.cx(), ty, value, lists));
        }
        let parts = TensorParts::of(self.rw, ty).expect("an operand with a shape is a memref or a tensor");
        let ty = parts.with_shape(self.rw, &statics(&lists.sizes));
        self.rw.value(ExtractSliceOp::of(self.rw.cx(), ty, value, lists))
    }

    /// Places in the domain are those in the tile, and where it starts.
    fn shift_indices(&mut self, tiled: OpId, offsets: &[MixedIndex]) {
        let view = OpRef::new(self.rw, tiled);
        let ops = view.region(0).entry().into_iter().flat_map(|block| block.ops());
        let indices: Vec<rmlir_linalg::IndexOp> = ops.filter_map(|op| op.cast()).collect();
        for index in indices {
            let dim = index.dim(self.rw).as_i64(self.rw).and_then(|dim| usize::try_from(dim).ok());
            let Some(&offset) = dim.and_then(|dim| offsets.get(dim)) else { continue };
            self.rw.after(index.id());
            let value = self.rw.result(index.id(), 0);
            let sum = &AffineExpr::dim(0) + &AffineExpr::dim(1);
            let shifted = self.apply(sum, 2, &[MixedIndex::Dynamic(value), offset]);
            let shifted = materialize_index(self.rw, shifted);
            let by = self.rw.defining_op(shifted);
            self.rw.replace_uses_if(value, shifted, |_, user, _| Some(user) != by);
        }
    }
}

/// The sizes of `value`, asked for at the insertion point where its type does not know them.
fn sizes_of(rw: &mut Rewriter, value: Value) -> Vec<MixedIndex> {
    let rank = rw.ty(value).shape(rw).map_or(0, <[i64]>::len);
    (0..rank).map(|dim| size_of(rw, value, dim)).collect()
}

fn size_of(rw: &mut Rewriter, value: Value, dim: usize) -> MixedIndex {
    let ty = rw.ty(value);
    match ty.shape(rw).map(|shape| shape[dim]) {
        Some(DYNAMIC) | None => {}
        Some(size) => return MixedIndex::Static(size),
    }
    let dim = constant_index(rw, dim as i64);
    MixedIndex::Dynamic(match ty.is_memref(rw) {
        true => create_or_fold(rw, memref::DimOp::build(value, dim)),
        false => create_or_fold(rw, rmlir_tensor::DimOp::build(value, dim)),
    })
}
