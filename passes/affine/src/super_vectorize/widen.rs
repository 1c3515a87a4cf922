//! Creation of the vectorized copy of a nest.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::clone::CloneMap;
use rmlir::core::effects::is_speculatable;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::verify::verify_op;
use rmlir::core::{InsertPoint, dense};
use rmlir::prelude::*;
use rmlir_affine::analysis::parallel::{Reduction, combine, reductions};
use rmlir_affine::compose::make_composed_apply;
use rmlir_affine::scope::for_of_induction_var;
use rmlir_affine::{ApplyOp, ForOp, LoadOp, MinOp, StoreOp, YieldOp, access_of};
use rmlir_arith::{ConstantOp, SelectOp};
use rmlir_ub::PoisonOp;
use rmlir_vector::{BroadcastOp, CreateMaskOp, TransferReadOp, TransferWriteOp, reduce_vector};
use rustc_hash::FxHashMap;

use super::pattern::is_invariant_index;
use super::rows::{Fit, fit, may_be_partial};
use super::strategy::Strategy;

/// Replaces a nest by a vectorized one. Returns whether that succeeded; if not, dead broadcasts may remain.
pub fn vectorize_nest(rw: &mut Rewriter, root: ForOp, strategy: &Strategy) -> bool {
    let mut ops = Vec::new();
    rw.walk_preorder(root.id(), |op| ops.push(op));
    rw.after(root.id());
    let mut widening = Widening {
        rw: rw.reborrow(),
        strategy,
        vectors: FxHashMap::default(),
        scalars: FxHashMap::default(),
        loop_results: Vec::new(),
        dims: Vec::new(),
        masks: FxHashMap::default(),
        nest: root,
        root: None,
    };
    let is_done = ops.into_iter().all(|op| widening.widen(op).is_some());
    let (new_root, results) = (widening.root, std::mem::take(&mut widening.loop_results));
    if !is_done {
        if let Some(new_root) = new_root {
            rw.erase(new_root);
        }
        return false;
    }
    for (old, new) in results {
        rw.replace_all_uses(old, new);
    }
    rw.erase(root);
    true
}

struct Widening<'s, 'a, 'c> {
    rw: Rewriter<'a, 'c>,
    strategy: &'s Strategy,
    /// The vectors of the values of the nest.
    vectors: FxHashMap<Value, Value>,
    /// The scalar replacements of the values of the nest.
    scalars: FxHashMap<Value, Value>,
    /// Results of loops with their replacements.
    loop_results: Vec<(Value, Value)>,
    /// New loops with their vector dimensions.
    dims: Vec<(ForOp, usize)>,
    /// New loops with the mask of the elements that are iterations.
    masks: FxHashMap<ForOp, Value>,
    /// The original nest.
    nest: ForOp,
    /// The new outermost loop.
    root: Option<ForOp>,
}

impl Widening<'_, '_, '_> {
    /// Creates the vectorized form of `op` at the insertion point; `None` if that is not possible.
    fn widen(&mut self, op: OpId) -> Option<()> {
        let view = OpRef::new(&self.rw, op);
        if view.is::<LoadOp>() {
            self.widen_load(op)
        } else if view.is::<StoreOp>() {
            self.widen_store(op)
        } else if let Some(op) = view.cast::<ForOp>() {
            self.widen_for(op)
        } else if view.is::<YieldOp>() {
            self.widen_yield(op)
        } else if view.is::<ConstantOp>() {
            self.widen_constant(op).map(|_| ())
        } else if let Some(op) = view.cast::<ApplyOp>() {
            self.widen_apply(op)
        } else if view.n_regions() != 0 {
            None
        } else {
            self.widen_other(op).map(|_| ())
        }
    }

    fn vector_type(&self, element: Type) -> Type {
        let shape = self.strategy.sizes.clone().into();
        let scalable = vec![false; self.strategy.sizes.len()].into();
        self.rw.cx().ty(TypeData::Vector { shape, scalable, element })
    }

    /// The scalar replacement of a value: a constant of the nest is cloned to the insertion point. (LLVM 22 uses that
    /// of the nest, which is erased.)
    fn scalar(&mut self, value: Value) -> Option<Value> {
        if let Some(&scalar) = self.scalars.get(&value) {
            return Some(scalar);
        }
        if !self.rw.is_defined_inside(self.nest.id(), value) {
            return Some(value);
        }
        let constant = self.rw.defining_op(value).filter(|&op| OpRef::new(&self.rw, op).is::<ConstantOp>())?;
        let copy = self.rw.clone_op(constant, &mut CloneMap::default());
        Some(self.rw.result(copy, 0))
    }

    fn scalars_of(&mut self, values: &[Value]) -> Option<Vec<Value>> {
        values.iter().map(|&value| self.scalar(value)).collect()
    }

    /// The operation on vectors; `None` if it supports none, or if it is undefined for some operands and would have
    /// elements that are no iterations. (Upstream creates an invalid one, or one that traps.)
    fn widen_other(&mut self, op: OpId) -> Option<OpId> {
        let view = OpRef::new(&self.rw, op);
        if !view.is::<YieldOp>() && !is_speculatable(view) && self.has_partial_vectors(op) {
            return None;
        }
        let types: Vec<Type> = self.rw.result_types(op).collect();
        let types: Vec<Type> = types.into_iter().map(|ty| self.vector_type(ty)).collect();
        let operands: Vec<Value> = self.rw.operands(op).collect();
        let operands: Option<Vec<Value>> = operands.into_iter().map(|operand| self.vector(operand)).collect();
        let mut state = OpState::new(self.rw.name(op)).at(self.rw.loc(op)).operands(&operands?).results(&types);
        state.props.extend_from_slice(self.rw.props(op));
        state.attrs = self.rw.discardable_attrs(op).to_vec();
        state.no_inference = true;
        let new = self.rw.create_state(state);
        verify_op(OpRef::new(&self.rw, new)).ok()?;
        let results = self.rw.results(op).iter().copied().zip(self.rw.results(new).iter().copied());
        self.vectors.extend(results.collect::<Vec<_>>());
        Some(new)
    }

    /// Whether vectors of `op` may have elements that are no iterations.
    fn has_partial_vectors(&self, op: OpId) -> bool {
        self.strategy.dims.iter().any(|&(around, dim)| {
            self.rw.is_ancestor(around.id(), op) && may_be_partial(&self.rw, around, self.strategy.sizes[dim])
        })
    }

    /// The vector of a value: an existing one, that of a constant, or a broadcast of a uniform value.
    fn vector(&mut self, value: Value) -> Option<Value> {
        if let Some(&vector) = self.vectors.get(&value) {
            return Some(vector);
        }
        let made_by = self.rw.defining_op(value);
        if let Some(constant) = made_by.filter(|&op| OpRef::new(&self.rw, op).is::<ConstantOp>()) {
            return self.widen_constant(constant);
        }
        if !self.is_uniform(value) {
            return None;
        }
        let scalar = self.scalar(value)?;
        let ty = self.vector_type(self.rw.ty(value));
        let (point, loc) = (self.rw.insert_point(), self.rw.value_loc(value));
        self.rw.after_value(scalar);
        let vector = self.rw.value(BroadcastOp::build(ty, scalar).at(loc));
        self.rw.set_insert_point(point);
        self.vectors.insert(value, vector);
        Some(vector)
    }

    /// Whether a value is uniform over the elements of a vector.
    fn is_uniform(&self, value: Value) -> bool {
        if let Some(op) = for_of_induction_var(&self.rw, value)
            && self.strategy.dim_of(op).is_none()
        {
            return true;
        }
        let is_outside = |op: ForOp| !self.rw.is_defined_inside(op.id(), value);
        let ty = self.rw.ty(value);
        self.strategy.dims.iter().all(|(op, _)| is_outside(*op))
            && (ty.is_index() || ty.int_or_float_width(self.rw.cx()).is_some())
    }

    /// Creates a constant vector at the start of the innermost vectorized loop.
    fn widen_constant(&mut self, op: OpId) -> Option<Value> {
        let (old, cx) = (self.rw.result(op, 0), self.rw.cx());
        let value = ConstantOp::from_id(op).value(&self.rw);
        let (ty, loc) = (self.rw.ty(old), self.rw.loc(op));
        let splat = dense::splat(cx, self.vector_type(ty), value)?;
        let mut around = self.rw.insert_block().and_then(|block| self.rw.block_parent_op(block));
        while let Some(outer) = around.filter(|&outer| !self.dims.iter().any(|(op, _)| op.id() == outer)) {
            around = self.rw.parent_op(outer);
        }
        let start = ForOp::from_id(around?).body(&self.rw);
        let point = self.rw.insert_point();
        self.rw.at_start(start);
        let vector = self.rw.value(ConstantOp::build(splat).at(loc));
        self.rw.set_insert_point(point);
        self.vectors.insert(old, vector);
        Some(vector)
    }

    fn widen_apply(&mut self, op: ApplyOp) -> Option<()> {
        let (map, operands) = op.value_map(&self.rw);
        if operands.iter().any(|operand| self.vectors.contains_key(operand)) {
            return None;
        }
        let (operands, loc) = (self.scalars_of(&operands)?, self.rw.loc(op.id()));
        let new = self.apply(loc, map, &operands);
        let old = self.rw.result(op.id(), 0);
        self.scalars.insert(old, new);
        Some(())
    }

    fn apply(&mut self, loc: Loc, map: AffineMap, operands: &[Value]) -> Value {
        let map = self.rw.cx().attr(AttrData::AffineMap(map));
        self.rw.value(ApplyOp::build(operands, map).at(loc))
    }

    /// The indices of an access as values, and the map from them to the dimensions of the vector.
    fn indices(&mut self, op: OpId, is_load: bool) -> Option<(Vec<Value>, AffineMap)> {
        let access = access_of(OpRef::new(&self.rw, op))?;
        let operands = self.scalars_of(&access.operands)?;
        let (map, loc) = (access.map, self.rw.loc(op));
        let mut indices = operands.clone();
        if map != AffineMap::identity(map.n_results() as u32) {
            let is_apply =
                |&value: &Value| self.rw.defining_op(value).is_some_and(|op| OpRef::new(&self.rw, op).is::<ApplyOp>());
            if is_load && operands.iter().any(is_apply) {
                return None;
            }
            let singles: Vec<AffineMap> = map.results().iter().map(|one| map.with_results([one.clone()])).collect();
            indices = singles.into_iter().map(|single| self.apply(loc, single, &operands)).collect();
        }
        let permutation = self.permutation(&indices)?;
        Some((indices, permutation))
    }

    /// The index along which each dimension of the vector varies, 0 for none; `None` if a loop varies several indices,
    /// or if a dimension has no surrounding loop.
    fn permutation(&self, indices: &[Value]) -> Option<AffineMap> {
        let body: &Body = &self.rw;
        let mut exprs = vec![AffineExpr::constant(0); self.strategy.sizes.len()];
        let mut n_loops = 0;
        let mut around = self.rw.insert_block().and_then(|block| body.block_parent_op(block));
        while let Some(outer) = around {
            around = body.parent_op(outer);
            let Some(&(op, dim)) = self.dims.iter().find(|(op, _)| op.id() == outer) else { continue };
            n_loops += 1;
            let iv = op.induction_var(body);
            for (index, &value) in indices.iter().enumerate() {
                if is_invariant_index(body, iv, value) {
                    continue;
                }
                exprs[dim].as_constant()?;
                exprs[dim] = AffineExpr::dim(index as u32);
            }
        }
        (n_loops == exprs.len()).then(|| AffineMap::new(indices.len() as u32, 0, exprs))
    }

    fn widen_load(&mut self, op: OpId) -> Option<()> {
        let (indices, permutation) = self.indices(op, true)?;
        let (old, loc, memref) = (self.rw.result(op, 0), self.rw.loc(op), self.rw.operand(op, 0));
        let element = self.rw.ty(memref).element(self.rw.cx())?;
        let padding = self.rw.value(PoisonOp::build(element).at(loc));
        let ty = self.vector_type(element);
        let (map, in_bounds) = self.transfer_attrs(permutation);
        let read = TransferReadOp::build(ty, memref, &indices, padding, None, map, in_bounds);
        let vector = self.rw.value(read.at(loc));
        self.vectors.insert(old, vector);
        Some(())
    }

    fn widen_store(&mut self, op: OpId) -> Option<()> {
        let (value, memref, loc) = (self.rw.operand(op, 0), self.rw.operand(op, 1), self.rw.loc(op));
        let vector = self.vector(value)?;
        let (indices, permutation) = self.indices(op, false)?;
        if permutation.results().iter().any(|result| result.as_constant().is_some()) {
            return None;
        }
        let mask = self.store_mask(op, &permutation)?;
        let (map, in_bounds) = self.transfer_attrs(permutation);
        self.rw.create(TransferWriteOp::build(None, vector, memref, &indices, mask, map, in_bounds).at(loc));
        Some(())
    }

    /// The mask of the elements of a store that are iterations, if the vector may have others that are in bounds. Its
    /// dimensions are those of the memref along which the vector varies.
    #[allow(clippy::option_option)]
    fn store_mask(&mut self, op: OpId, permutation: &AffineMap) -> Option<Option<Value>> {
        let mut sizes: Vec<(u32, usize, Option<ForOp>)> = Vec::new();
        for (dim, result) in permutation.results().iter().enumerate() {
            let along = result.as_dim()?;
            let is_around = |(around, other): &&(ForOp, usize)| *other == dim && self.rw.is_ancestor(around.id(), op);
            let &(around, _) = self.strategy.dims.iter().find(is_around)?;
            let is_masked = match fit(&self.rw, op, along as usize, around, self.strategy.sizes[dim]) {
                Fit::None => return None,
                Fit::Masked => true,
                Fit::Whole => false,
            };
            let new = self.dims.iter().rev().find(|(_, other)| *other == dim)?.0;
            sizes.push((along, dim, is_masked.then_some(new)));
        }
        if sizes.iter().all(|(.., masked)| masked.is_none()) {
            return Some(None);
        }
        sizes.sort_by_key(|(along, ..)| *along);
        let loc = self.rw.loc(op);
        let mut counts = Vec::new();
        for &(_, dim, masked) in &sizes {
            counts.push(match masked {
                Some(around) => self.n_left(loc, around, self.strategy.sizes[dim]),
                None => {
                    let size = self.rw.index_attr(self.strategy.sizes[dim]);
                    self.rw.value(ConstantOp::build(size).at(loc))
                }
            });
        }
        let shape: Box<[i64]> = sizes.iter().map(|&(_, dim, _)| self.strategy.sizes[dim]).collect();
        let scalable = vec![false; shape.len()].into();
        let ty = self.rw.cx().ty(TypeData::Vector { shape, scalable, element: Type::I1 });
        Some(Some(self.rw.value(CreateMaskOp::build(ty, &counts).at(loc))))
    }

    /// The number of remaining original iterations in an iteration of the new loop, which combines `size` of them, as a
    /// value.
    fn n_left(&mut self, loc: Loc, op: ForOp, size: i64) -> Value {
        let (map, operands) = op.upper_bound(&self.rw);
        let upper = if map.n_results() == 1 {
            self.apply(loc, map, &operands)
        } else {
            let map = self.rw.cx().attr(AttrData::AffineMap(map));
            self.rw.value(MinOp::build(&operands, map).at(loc))
        };
        let step = op.step(&self.rw) / size;
        let difference = AffineMap::new(2, 0, [(AffineExpr::dim(0) - AffineExpr::dim(1)).ceil_div(step)]);
        let operands = [MixedIndex::Dynamic(upper), MixedIndex::Dynamic(op.induction_var(&self.rw))];
        let n_left = make_composed_apply(&mut self.rw, loc, &difference, &operands);
        if self.rw.is_unused(upper) {
            let made_by = self.rw.defining_op(upper).expect("it was made here");
            self.rw.erase(made_by);
        }
        n_left
    }

    fn transfer_attrs(&self, permutation: AffineMap) -> (Attr, Attr) {
        let cx = self.rw.cx();
        let in_bounds: Vec<Attr> = permutation.results().iter().map(|_| cx.bool_attr(false)).collect();
        (cx.attr(AttrData::AffineMap(permutation)), cx.array_attr(&in_bounds))
    }

    fn widen_for(&mut self, op: ForOp) -> Option<()> {
        let dim = self.strategy.dim_of(op);
        let (inits, step) = (ForOp::inits(op, &self.rw), op.step(&self.rw));
        if dim.is_some() && !inits.is_empty() && step != 1 {
            return None;
        }
        let step = dim.map_or(step, |dim| step.wrapping_mul(self.strategy.sizes[dim]));
        let reductions = match dim {
            Some(_) if !inits.is_empty() => self.strategy.reductions.get(&op)?.clone(),
            _ => Vec::new(),
        };
        let mut vector_inits = Vec::new();
        for (index, &init) in inits.iter().enumerate() {
            vector_inits.push(match dim {
                None => self.vector(init)?,
                Some(_) => self.neutral_vector(&reductions[index], init)?,
            });
        }
        let loc = self.rw.loc(op.id());
        let ((lower, lower_operands), (upper, upper_operands)) = (op.lower_bound(&self.rw), op.upper_bound(&self.rw));
        let lower = (lower, self.scalars_of(&lower_operands)?);
        let upper = (upper, self.scalars_of(&upper_operands)?);
        let new = ForOp::create(&mut self.rw, loc, &lower, &upper, step, &vector_inits);
        self.root.get_or_insert(new);
        let block = new.body(&self.rw);
        if let Some(terminator) = self.rw.last_op(block) {
            self.rw.erase(terminator);
        }
        let (old_iv, new_iv) = (op.induction_var(&self.rw), new.induction_var(&self.rw));
        self.scalars.insert(old_iv, new_iv);
        self.vectors.extend(op.iter_args(&self.rw).into_iter().zip(new.iter_args(&self.rw)));
        let results = self.rw.results(op.id()).to_vec().into_iter().zip(self.rw.results(new.id()).to_vec());
        self.vectors.extend(results);
        self.combine_results(op, new, &reductions)?;
        self.dims.extend(dim.map(|dim| (new, dim)));
        self.rw.set_insert_point(InsertPoint::End(block));
        if let Some(dim) = dim.filter(|_| !inits.is_empty()) {
            self.create_mask(new, self.strategy.sizes[dim]);
        }
        Some(())
    }

    /// The results of a loop with reductions: the combined elements and initial values.
    fn combine_results(&mut self, op: ForOp, new: ForOp, reductions: &[Reduction]) -> Option<()> {
        let loc = self.rw.loc(new.id());
        for (index, reduction) in reductions.iter().enumerate() {
            let vector = self.rw.result(new.id(), index);
            let mut result = reduce_vector(&mut self.rw, loc, reduction.kind, vector)?;
            let init = ForOp::inits(op, &self.rw)[index];
            let neutral = reduction.kind.neutral_element(self.rw.cx(), self.rw.ty(init));
            let made_by = self.rw.defining_op(init).and_then(|op| OpRef::new(&self.rw, op).cast::<ConstantOp>());
            let is_neutral = made_by.is_some_and(|constant| Some(constant.value(&self.rw)) == neutral);
            if !is_neutral {
                result = combine(&mut self.rw, loc, reduction.kind, result, init);
            }
            let old = self.rw.result(op.id(), index);
            self.loop_results.push((old, result));
        }
        Some(())
    }

    fn neutral_vector(&mut self, reduction: &Reduction, init: Value) -> Option<Value> {
        let ty = self.rw.ty(init);
        let neutral = reduction.kind.neutral_element(self.rw.cx(), ty)?;
        let splat = dense::splat(self.rw.cx(), self.vector_type(ty), neutral)?;
        let loc = self.rw.value_loc(init);
        Some(self.rw.value(ConstantOp::build(splat).at(loc)))
    }

    /// Creates the mask of the elements that are iterations, at the start of a new loop whose last step may be partial.
    fn create_mask(&mut self, op: ForOp, size: i64) {
        let constants = (op.constant_lower_bound(&self.rw), op.constant_upper_bound(&self.rw));
        if let (Some(lower), Some(upper)) = constants
            && upper.wrapping_sub(lower).wrapping_rem(op.step(&self.rw)) == 0
        {
            return;
        }
        let (point, loc) = (self.rw.insert_point(), self.rw.loc(op.id()));
        self.rw.at_start(op.body(&self.rw));
        let n_left = self.n_left(loc, op, size);
        let ty = self.vector_type(Type::I1);
        let mask = self.rw.value(CreateMaskOp::build(ty, &[n_left]).at(loc));
        self.masks.insert(op, mask);
        self.rw.set_insert_point(point);
    }

    fn widen_yield(&mut self, op: OpId) -> Option<()> {
        let new = self.widen_other(op)?;
        let around = ForOp::from_id(self.rw.parent_op(new)?);
        if let Some(&mask) = self.masks.get(&around) {
            let inits = ForOp::inits(around, &self.rw);
            for reduction in reductions(&self.rw, around) {
                let yielded = self.rw.operand(new, reduction.position);
                let combiner = self.rw.defining_op(yielded)?;
                self.rw.before(combiner);
                let loc = self.rw.value_loc(reduction.value);
                let select = SelectOp::build(mask, reduction.value, inits[reduction.position]);
                let masked = self.rw.value(select.at(loc));
                for index in 0..self.rw.n_operands(combiner) {
                    if self.rw.operand(combiner, index) == reduction.value {
                        self.rw.set_operand(combiner, index, masked);
                    }
                }
            }
        }
        self.rw.after(around.id());
        Some(())
    }
}
