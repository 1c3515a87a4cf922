//! Slices of loop nests: the iterations of one nest on which an iteration of another nest depends.
//!
//! The bounds of a slice are maps over the induction variables of the other nest and symbols. A backward slice is of
//! the earlier nest, a forward slice of the later one.

use crate::ForOp;
use crate::scope::{for_of_induction_var, is_valid_symbol};
use crate::trip_count::static_trip_count;
use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::analysis::alias::AliasResult;
use rmlir::prelude::*;
use rmlir_presburger::{BoundMaps, Int, Kind, Polyhedron, Row, Side, negated};

use super::access::MemRefAccess;

use super::alias::alias_analysis;
use super::constraints::{ValueConstraints, constant_int};
use super::dependence::{Dependence, DependencePairs, check_dependence};
use super::nest::{enclosing_fors, innermost_common_loops, nesting_depth};
use super::parallel::{is_parallel, is_parallel_reduction};

/// The attribute of loops that are never sliced.
const FUSION_BARRIER: &str = "slice_fusion_barrier";

/// A slice of a loop nest.
#[derive(Clone, Debug)]
pub struct Slice {
    /// The induction variables of the sliced loops.
    pub ivs: Vec<Value>,
    /// The bounds of each loop over the operands; `None` for a loop that is not sliced.
    pub bounds: Vec<BoundMaps>,
    /// The operands of all bounds.
    pub operands: Vec<Value>,
    /// The loop whose body receives the slice: at its start if backward, at its end if forward.
    pub target: ForOp,
    /// Whether the slice is inserted at the start.
    pub is_backward: bool,
}

/// The reason why there is no slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSlice {
    /// It cannot be computed.
    Unknown,
    /// It would contain iterations that are not in the domain of the nest.
    Incorrect,
}

fn has_results(map: &Option<AffineMap>) -> bool {
    map.as_ref().is_some_and(|map| map.n_results() != 0)
}

/// The single result of the lower bound, if the upper bound is one more.
fn single_iteration(bounds: &BoundMaps) -> Option<&AffineExpr> {
    let (Some(lower), Some(upper)) = bounds else { return None };
    match (lower.results(), upper.results()) {
        ([lower], [upper]) if lower + 1 == *upper => Some(lower),
        _ => None,
    }
}

impl Slice {
    /// Adds the bounds of the sliced loops whose induction variables are dimensions.
    pub fn add_bounds(&self, body: &Body, system: &mut ValueConstraints) -> Option<()> {
        for (&iv, bounds) in self.ivs.iter().zip(&self.bounds) {
            let Some(position) = system.find(iv) else { continue };
            if single_iteration(bounds).is_some() {
                let lower = bounds.0.as_ref().expect("a single iteration has bounds");
                system.add_bound(body, Side::Equal, position, lower, &self.operands)?;
            } else if let (Some(lower), Some(upper)) = bounds
                && lower.n_results() != 0
                && upper.n_results() != 0
            {
                system.add_bound(body, Side::Lower, position, lower, &self.operands)?;
                system.add_bound(body, Side::Upper, position, upper, &self.operands)?;
            } else {
                system.add_for_domain(body, for_of_induction_var(body, iv)?)?;
            }
        }
        Some(())
    }

    /// The iterations of the slice: dimensions are those of the sliced loops, symbols the operands.
    pub fn constraints(&self, body: &Body) -> Option<ValueConstraints> {
        let mut system = ValueConstraints(Polyhedron::with_values(&self.ivs, &self.operands));
        for &value in &self.operands {
            if is_valid_symbol(body, value) {
                if let Some(constant) = constant_int(body, value) {
                    let column = system.find(value)?;
                    system.fix(column, constant);
                }
            } else if let Some(op) = for_of_induction_var(body, value) {
                system.add_for_domain(body, op)?;
            }
        }
        self.add_bounds(body, &mut system)?;
        Some(system)
    }

    /// The iteration domain of the loops without slicing.
    fn source_constraints(&self, body: &Body) -> Option<ValueConstraints> {
        let mut system = ValueConstraints::of_dims(&self.ivs);
        for &iv in &self.ivs {
            system.add_for_domain(body, for_of_induction_var(body, iv)?)?;
        }
        Some(system)
    }

    /// Whether all iterations of the slice are iterations of the loops, if that is known.
    pub fn is_valid(&self, body: &Body) -> Option<bool> {
        if self.is_maximal_at_a_glance(body) == Some(true) {
            return Some(true);
        }
        let mut source = self.source_constraints(body)?;
        if source.n_locals() != 0 {
            return None;
        }
        // Without symbols the bounds that depend on them would be lost, which makes the answer unknown.
        if source.n_symbols() != 0 {
            return None;
        }
        let mut slice = self.constraints(body)?;
        let n_dims = self.ivs.len();
        for system in [&mut source, &mut slice] {
            let n_others = system.n_vars() - n_dims;
            system.project_out(n_dims, n_others);
        }
        is_subset(&slice, &source)
    }

    /// Whether the union of the slice over all iterations of the other nest has all iterations of the loops, if that is
    /// known.
    pub fn is_maximal(&self, body: &Body) -> Option<bool> {
        if let Some(known) = self.is_maximal_at_a_glance(body) {
            return Some(known);
        }
        let source = self.source_constraints(body)?;
        let mut others: Vec<Option<Value>> = self
            .operands
            .iter()
            .copied()
            .filter(|&value| for_of_induction_var(body, value).is_some())
            .map(Some)
            .collect();
        others.resize(others.len().max(self.ivs.len()), None);
        let mut slice = ValueConstraints(Polyhedron::universe(0, 0, 0));
        slice.insert(Kind::Dim, 0, &others);
        self.add_domain_to(body, &mut slice)?;
        if source.n_dims() != slice.n_dims() {
            return None;
        }
        is_subset(&source, &slice)
    }

    /// Whether each iteration of the loops is in the slice for some iteration of the other nest, if that is known. In
    /// contrast to [`Self::is_maximal`], upstream's criterion, this distinguishes which loop corresponds to which.
    pub fn covers_all(&self, body: &Body) -> Option<bool> {
        let n_dims = self.ivs.len();
        let mut source = self.source_constraints(body)?;
        let mut slice = self.constraints(body)?;
        slice.induction_vars_to_dims(body);
        let n_others = slice.n_dims() - n_dims;
        slice.project_out(n_dims, n_others);
        source.merge_symbols(&mut slice);
        is_subset(&source, &slice)
    }

    /// Adds the domains of the loops that single iterations correspond to, and the bounds of the others by position.
    fn add_domain_to(&self, body: &Body, system: &mut ValueConstraints) -> Option<()> {
        for (position, bounds) in self.bounds.iter().enumerate() {
            if let Some(lower) = single_iteration(bounds).filter(|lower| lower.as_constant().is_none()) {
                let op = for_of_induction_var(body, self.operands[lower.as_dim()? as usize])?;
                system.add_for_domain(body, op)?;
                continue;
            }
            if let Some(lower) = &bounds.0 {
                system.add_bound(body, Side::Lower, position, lower, &self.operands)?;
            }
            if let Some(upper) = &bounds.1 {
                system.add_bound(body, Side::Upper, position, upper, &self.operands)?;
            }
        }
        Some(())
    }

    /// A cheap case of [`Self::is_maximal`]: loops with constant bounds that correspond to the loops of the other nest
    /// one by one.
    fn is_maximal_at_a_glance(&self, body: &Body) -> Option<bool> {
        for (&iv, bounds) in self.ivs.iter().zip(&self.bounds) {
            let dim = single_iteration(bounds)?.as_dim()?;
            let target = for_of_induction_var(body, self.operands[dim as usize])?;
            let source = for_of_induction_var(body, iv)?;
            let constants = |op: ForOp| -> Option<(i64, i64)> {
                let constant = |map: &AffineMap| match map.results() {
                    [result] => result.as_constant(),
                    _ => None,
                };
                Some((constant(op.lower_map(body))?, constant(op.upper_map(body))?))
            };
            if constants(source)? != constants(target)? || source.step(body) != target.step(body) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The trip count of each sliced loop, if they are known.
    pub fn trip_counts(&self, body: &Body) -> Option<Vec<(ForOp, u64)>> {
        let mut found = Vec::new();
        for (&iv, bounds) in self.ivs.iter().zip(&self.bounds) {
            let op = for_of_induction_var(body, iv)?;
            let count = if has_results(&bounds.0) && has_results(&bounds.1) {
                constant_span(bounds)?
            } else if let (Some(lower), Some(upper)) = (op.constant_lower_bound(body), op.constant_upper_bound(body)) {
                upper.wrapping_sub(lower) as u64
            } else {
                static_trip_count(body, op)?
            };
            found.push((op, count));
        }
        Some(found)
    }

    /// Whether the slice is a single iteration of the nest.
    pub fn is_unit(&self, body: &Body) -> bool {
        self.trip_counts(body).is_some_and(|counts| n_iterations(&counts) == 1)
    }
}

/// The product of the trip counts.
pub fn n_iterations(counts: &[(ForOp, u64)]) -> u64 {
    counts.iter().fold(1, |product, (_, count)| product.wrapping_mul(*count))
}

/// The difference of two bounds with one result each.
fn constant_span((lower, upper): &BoundMaps) -> Option<u64> {
    let (lower, upper) = (lower.as_ref()?, upper.as_ref()?);
    let ([low], [high]) = (lower.results(), upper.results()) else { return None };
    (high - low).simplify(lower.n_dims(), lower.n_symbols()).as_constant().map(|span| span as u64)
}

/// Whether each integer point of `inner` is one of `outer`; both are over the same dimensions. `None` if it is unknown.
fn is_subset(inner: &ValueConstraints, outer: &ValueConstraints) -> Option<bool> {
    if (inner.n_dims(), inner.n_symbols()) != (outer.n_dims(), outer.n_symbols()) {
        return None;
    }
    let (mut inner, mut outer) = (inner.0.clone(), outer.0.clone());
    let n_before = inner.n_locals();
    let divisions = outer.divisions();
    if divisions.iter().any(|division| division.as_ref().is_none_or(|division| division.from_equality)) {
        return None;
    }
    let n_theirs = outer.n_locals();
    inner.insert(Kind::Local, n_before, &vec![None; n_theirs]);
    outer.insert(Kind::Local, 0, &vec![None; n_before]);
    let first = inner.n_inputs() + n_before;
    // The locals of `outer` are functions of the other variables: their definitions are added, its other constraints
    // negated.
    for (local, division) in divisions.into_iter().flatten().enumerate() {
        let mut upper: Row = division.dividend;
        let place = inner.n_inputs();
        upper.splice(place..place, std::iter::repeat_n(Int::ZERO, n_before));
        upper[first + local] = -&division.divisor;
        let mut lower = negated(&upper);
        *lower.last_mut().expect("a row has a constant") += &(&division.divisor - 1);
        inner.add_inequality(lower);
        inner.add_inequality(upper);
    }
    let violates = |row: &Row, sign: i64| {
        let mut tried = inner.clone();
        let mut row: Row = row.iter().map(|number| number * sign).collect();
        *row.last_mut().expect("a row has a constant") -= &Int::ONE;
        tried.add_inequality(row);
        !tried.is_integer_empty()
    };
    let is_violated = outer.inequalities().iter().any(|row| violates(row, -1))
        || outer.equalities().iter().any(|row| violates(row, -1) || violates(row, 1));
    Some(!is_violated)
}

/// The parameters of [`slice_union`].
#[derive(Clone, Copy, Debug)]
pub struct SliceRequest {
    /// The depth of the loop for whose iterations the slice is computed, counted from the outermost.
    pub depth: usize,
    /// The number of common surrounding loops.
    pub n_common: usize,
    /// Whether the earlier nest is sliced.
    pub is_backward: bool,
}

/// Whether accesses are to the same memref, or may alias with one a write.
fn may_meet(body: &Body, a: &MemRefAccess, b: &MemRefAccess) -> bool {
    match alias_analysis(body).alias(a.memref, b.memref) {
        AliasResult::NoAlias => false,
        AliasResult::MayAlias => a.is_write || b.is_write,
        AliasResult::MustAlias => true,
    }
}

/// The slice that covers all dependences between `first` and `second`, accesses of two nests in program order.
pub fn slice_union(
    body: &Body,
    first: &[MemRefAccess],
    second: &[MemRefAccess],
    request: SliceRequest,
) -> Result<Slice, NoSlice> {
    let mut union: Option<ValueConstraints> = None;
    let mut dependent = Vec::new();
    for source in first {
        for target in second.iter().filter(|target| may_meet(body, source, target)) {
            let other = if request.is_backward { target } else { source };
            if request.depth > nesting_depth(body, other.op) {
                return Err(NoSlice::Unknown);
            }
            let are_reads = !source.is_write && !target.is_write;
            let pairs = match check_dependence(body, source, target, request.n_common + 1, are_reads) {
                Dependence::Unknown => return Err(NoSlice::Unknown),
                Dependence::No => continue,
                Dependence::Yes(pairs) => pairs,
            };
            dependent.push(other.op);
            let slice = slice_of(body, source, target, &pairs, request).ok_or(NoSlice::Unknown)?;
            let system = slice.constraints(body).ok_or(NoSlice::Unknown)?;
            match &mut union {
                None => union = Some(system),
                Some(union) => add_to_union(body, union, system).ok_or(NoSlice::Unknown)?,
            }
        }
    }
    let mut union = union.filter(|union| union.n_inputs() > 0).ok_or(NoSlice::Unknown)?;
    let around = innermost_common_loops(body, &dependent);
    let Some(&target) = request.depth.checked_sub(1).and_then(|index| around.get(index)) else {
        return Err(NoSlice::Unknown);
    };
    let n_sliced = union.n_dims();
    union.induction_vars_to_dims(body);
    let bounds = union.slice_bounds(0, n_sliced);
    let values: Option<Vec<Value>> = union.values().iter().copied().collect();
    let mut ivs = values.ok_or(NoSlice::Unknown)?;
    let operands = ivs.split_off(n_sliced);
    let slice = Slice { ivs, bounds, operands, target, is_backward: request.is_backward };
    match slice.is_valid(body) {
        None => Err(NoSlice::Unknown),
        Some(false) => Err(NoSlice::Incorrect),
        Some(true) => Ok(slice),
    }
}

/// Extends `union` to a bounding box of itself and another slice.
fn add_to_union(body: &Body, union: &mut ValueConstraints, mut other: ValueConstraints) -> Option<()> {
    if !union.is_aligned_with(&other) {
        let ivs = |system: &ValueConstraints| system.values()[..system.n_dims()].to_vec();
        let known = [ivs(union), ivs(&other)];
        union.merge_and_align(0, &mut other);
        for (system, known) in [&mut *union, &mut other].into_iter().zip(known) {
            for dim in 0..system.n_dims() {
                let value = system.value(dim);
                if !known.contains(&value) {
                    system.add_for_domain(body, for_of_induction_var(body, value?)?)?;
                }
            }
        }
    }
    let is_box = union.n_locals() == 0 && other.n_locals() == 0 && union.union_box(&other);
    is_box.then_some(())
}

/// The slice for one dependence.
fn slice_of(
    body: &Body,
    source: &MemRefAccess,
    target: &MemRefAccess,
    pairs: &DependencePairs,
    request: SliceRequest,
) -> Option<Slice> {
    let (from, to) = (enclosing_fors(body, source.op), enclosing_fors(body, target.op));
    let (n_from, n_to, depth) = (from.len(), to.len(), request.depth);
    let (sliced, other, offset, removed) = match request.is_backward {
        true => (&from, &to, 0, (n_from + depth, n_to.checked_sub(depth)?)),
        false => (&to, &from, depth, (depth, n_from.checked_sub(depth)?)),
    };
    let mut system = pairs.system.clone();
    system.project_out(removed.0, removed.1);
    let ivs: Vec<Value> = system.values().get(offset..offset + sliced.len())?.iter().copied().collect::<Option<_>>()?;
    let bounds = system.slice_bounds(offset, sliced.len());
    let others = system.values().iter().enumerate();
    let others = others.filter(|(column, _)| !(offset..offset + sliced.len()).contains(column));
    let operands: Vec<Value> = others.map(|(_, value)| *value).collect::<Option<_>>()?;
    let target_loop = *other.get(depth.checked_sub(1)?)?;
    let mut slice = Slice { ivs, bounds, operands, target: target_loop, is_backward: request.is_backward };
    let are_reads = !source.is_write && !target.is_write;
    keep_sequential_loops(body, &mut slice, sliced, are_reads, depth);
    Some(slice)
}

/// Does not slice the loops from the first one on that must not be sliced: sequential loops, if all accesses are reads,
/// and loops with the fusion barrier.
fn keep_sequential_loops(body: &Body, slice: &mut Slice, sliced: &[ForOp], are_reads: bool, depth: usize) {
    let sequential = if are_reads { sliced.first().map(|&root| sequential_loops(body, root)) } else { None };
    let sequential = sequential.unwrap_or_default();
    for (index, &op) in sliced.iter().enumerate() {
        if !sequential.contains(&op) && body.attr(op.id(), FUSION_BARRIER).is_none() {
            continue;
        }
        let is_maximal = slice.is_maximal(body) == Some(true);
        let is_innermost = depth >= sliced.len();
        if is_parallel_reduction(body, op) && is_innermost && slice.is_unit(body) && is_maximal {
            continue;
        }
        for bounds in &mut slice.bounds[index..] {
            *bounds = (None, None);
        }
        return;
    }
}

/// The loops of a nest whose iterations have to execute in order.
fn sequential_loops(body: &Body, root: ForOp) -> Vec<ForOp> {
    let mut loops = Vec::new();
    body.walk_postorder(root.id(), |op| loops.extend(OpRef::new(body, op).cast::<ForOp>()));
    loops.retain(|&op| !is_parallel(body, op, None));
    loops
}
