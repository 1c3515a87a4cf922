//! The cost of nests, and the profitability of fusion.

use rmlir::prelude::*;
use rmlir_affine::analysis::access::MemRefAccess;
use rmlir_affine::analysis::nest::enclosing_fors;
use rmlir_affine::analysis::region::{MemRefRegion, RegionOptions, footprint_in_bytes};
use rmlir_affine::analysis::slice::{Slice, n_iterations};
use rmlir_affine::trip_count::static_trip_count;
use rmlir_affine::{ForOp, IfOp};
use rustc_hash::FxHashMap;

use super::Fusion;

/// The loops of a nest: their operations and trip counts.
struct Stats {
    children: FxHashMap<OpId, Vec<OpId>>,
    n_ops: FxHashMap<OpId, i64>,
    trip_counts: FxHashMap<OpId, u64>,
}

impl Stats {
    /// Computes the statistics of a nest; `None` if a loop is not directly in another one, or has an unknown trip
    /// count.
    fn of(body: &Body, root: ForOp) -> Option<Self> {
        let mut stats =
            Self { children: FxHashMap::default(), n_ops: FxHashMap::default(), trip_counts: FxHashMap::default() };
        let mut loops = Vec::new();
        body.walk_postorder(root.id(), |op| loops.extend(OpRef::new(body, op).cast::<ForOp>()));
        for op in loops {
            if op != root {
                let parent = body.parent_op(op.id()).filter(|&parent| OpRef::new(body, parent).is::<ForOp>())?;
                stats.children.entry(parent).or_default().push(op.id());
            }
            let counts = |&inner: &OpId| {
                let view = OpRef::new(body, inner);
                !view.is::<ForOp>() && !view.is::<IfOp>()
            };
            stats.n_ops.insert(op.id(), body.ops(op.body(body)).filter(counts).count() as i64);
            stats.trip_counts.insert(op.id(), static_trip_count(body, op)?);
        }
        Some(stats)
    }

    /// The number of operations that the loop executes. `trip_counts` replaces trip counts, `extra` is executed in
    /// addition.
    fn cost(&self, op: OpId, trip_counts: &[(ForOp, u64)], extra: &FxHashMap<OpId, i64>) -> i64 {
        let mut n_ops = self.n_ops[&op] - 1;
        for &child in self.children.get(&op).map_or(&[][..], Vec::as_slice) {
            n_ops = n_ops.wrapping_add(self.cost(child, trip_counts, extra));
        }
        n_ops = n_ops.wrapping_add(extra.get(&op).copied().unwrap_or(0));
        let other = trip_counts.iter().rev().find(|(other, _)| other.id() == op);
        let trip_count = other.map_or(self.trip_counts[&op], |(_, count)| *count);
        (trip_count as i64).wrapping_mul(n_ops)
    }
}

/// The number of operations that `target` executes with the slice of `source` in it.
fn fused_cost(body: &Body, source: (ForOp, &Stats), target: (ForOp, &Stats), slice: &Slice) -> Option<i64> {
    let trip_counts = slice.trip_counts(body)?;
    let n_iterations = n_iterations(&trip_counts);
    if n_iterations == 0 {
        return None;
    }
    let mut extra: FxHashMap<OpId, i64> = FxHashMap::default();
    // With a single iteration, loads of stored values are forwarded.
    if n_iterations == 1 {
        let mut memrefs: Vec<Value> = Vec::new();
        for store in MemRefAccess::all_in(body, source.0.id()).into_iter().filter(|access| access.is_write) {
            if !memrefs.contains(&store.memref) {
                memrefs.push(store.memref);
            }
        }
        for memref in memrefs {
            for user in body.users(memref) {
                let is_read = MemRefAccess::new(body, user).is_some_and(|access| !access.is_write);
                if !is_read || !enclosing_fors(body, user).contains(&slice.target) {
                    continue;
                }
                let parent = body.parent_op(user).filter(|&parent| OpRef::new(body, parent).is::<ForOp>());
                if let Some(parent) = parent {
                    *extra.entry(parent).or_default() -= 1;
                }
            }
        }
    }
    let slice_cost = source.1.cost(source.0.id(), &trip_counts, &extra);
    extra.insert(slice.target.id(), slice_cost);
    Some(target.1.cost(target.0.id(), &[], &extra))
}

/// The additional computation with the slice fused, as a share of that of both nests.
pub fn additional_compute(body: &Body, source: ForOp, target: ForOp, slice: &Slice) -> Option<f64> {
    let (from, to) = (Stats::of(body, source)?, Stats::of(body, target)?);
    let none = FxHashMap::default();
    let (from_cost, to_cost) = (from.cost(source.id(), &[], &none), to.cost(target.id(), &[], &none));
    let fused = fused_cost(body, (source, &from), (target, &to), slice)?;
    Some(fused as f64 / (from_cost as u64 as f64 + to_cost as u64 as f64) - 1.0)
}

impl Fusion<'_, '_, '_> {
    /// The depth of `target`, counted from 1, at which fusing the slice of `source` is most profitable; `None` if it is
    /// not profitable. `slices` are those for each depth up to the last legal one, `accesses` the accesses that the
    /// nests are fused for.
    pub fn best_depth(
        &mut self,
        source: ForOp,
        accesses: &[MemRefAccess],
        target: ForOp,
        slices: &[Option<Slice>],
        tolerance: f64,
    ) -> Option<usize> {
        let body: &Body = &self.rw;
        Stats::of(body, source)?;
        Stats::of(body, target)?;
        let [access] = accesses else {
            let slice = slices.last()?.as_ref()?;
            let share = additional_compute(body, source, target, slice)?;
            return (share <= tolerance).then_some(slices.len());
        };
        let region = |slice: Option<&Slice>| -> Option<i64> {
            let region = MemRefRegion::of_access(body, access, 0, slice, RegionOptions::default())?;
            region.size_in_bytes(body)
        };
        let whole = region(None)?;
        let mut best: Option<(usize, f64, i64)> = None;
        for (index, slice) in slices.iter().enumerate().rev() {
            let Some(slice) = slice else { continue };
            let Some(share) = additional_compute(body, source, target, slice) else { continue };
            let Some(part) = region(Some(slice)).filter(|&part| part != 0) else { continue };
            let reduction = whole as f64 / part as f64;
            if reduction > best.map_or(0.0, |(_, best, _)| best) && share <= tolerance {
                best = Some((index + 1, reduction, part));
            }
        }
        let (depth, _, part) = best?;
        let target_size = self.footprint(target)?;
        let source_size = self.footprint(source)?;
        (target_size.wrapping_add(part) <= source_size.wrapping_add(target_size)).then_some(depth)
    }

    fn footprint(&mut self, op: ForOp) -> Option<i64> {
        match footprint_in_bytes(&self.rw, op.id()) {
            Ok(bytes) => bytes,
            Err(complaints) => {
                self.complaints.extend(complaints);
                None
            }
        }
    }
}
