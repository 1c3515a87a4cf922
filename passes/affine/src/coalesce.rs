//! Coalescing of perfect nests to one loop over all of their iterations.
//!
//! A *band* is a sequence of nested loops whose bounds are defined before the outermost of them. `for_affine` coalesces
//! bands of `affine.for`, `for_scf` those of `scf.for`.

pub mod for_affine;
pub mod for_scf;

use rmlir::pass::{PassCx, PassResult, Remark};
use rmlir::prelude::*;

/// Coalesce nested loops with independent bounds into a single loop.
///
/// ```mlir
/// affine.for %i = 0 to %n {
///   affine.for %j = 0 to %m {
///     "f"(%i, %j) : (index, index) -> ()
///   }
/// }
/// // becomes
/// %0 = affine.apply affine_map<()[s0] -> (s0)>()[%n]
/// %1 = affine.apply affine_map<()[s0] -> (s0)>()[%m]
/// %2 = affine.apply affine_map<(d0)[s0] -> (d0 * s0)>(%0)[%1]
/// affine.for %k = 0 to %2 {
///   %j = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%k)[%1]
///   %i = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%k)[%1]
///   "f"(%i, %j) : (index, index) -> ()
/// }
/// ```
#[pass(name = "affine-loop-coalescing", title = "LoopCoalescing", anchor = "func.func", depends(rmlir_affine::Affine))]
pub fn affine_loop_coalescing(cx: &mut PassCx) -> PassResult {
    let mut remarks = Vec::new();
    let mut rw = Rewriter::new(cx.body_mut());
    let mut ops = Vec::new();
    rw.walk_preorder(rw.root(), |op| ops.push(op));
    for op in ops {
        // Inner loops are erased when a surrounding loop has been coalesced with them.
        if !rw.contains_op(op) {
            continue;
        }
        let (loc, view) = (rw.loc(op), OpRef::new(&rw, op));
        let is_coalesced = match (view.cast::<rmlir_scf::ForOp>(), view.cast::<rmlir_affine::ForOp>()) {
            (Some(op), _) => for_scf::coalesce_nest(&mut rw, op),
            (_, Some(op)) => for_affine::coalesce_nest(&mut rw, op),
            _ => continue,
        };
        remarks.push(match is_coalesced {
            true => Remark::passed(loc, "affine").text("coalesced its nest"),
            false => {
                Remark::missed(loc, "affine").reason("no loop is perfectly nested in it with bounds known before it")
            }
        });
    }
    remarks.into_iter().for_each(|remark| cx.remark(remark));
    Ok(())
}

/// Calls `coalesce` with the bands of a nest, the innermost first. `known_at` is, for each loop of the nest, the
/// outermost loop before which its bounds are defined; `chain_start` the first of the loops that forward their
/// loop-carried variables.
fn for_each_band(known_at: &[usize], chain_start: &[usize], mut coalesce: impl FnMut(std::ops::Range<usize>)) {
    let mut end = known_at.len();
    while end > 0 {
        let is_band = |&start: &usize| {
            let latest = known_at[start..end].iter().max();
            latest.is_some_and(|&latest| latest <= start) && chain_start[end - 1] <= start
        };
        match (0..end - 1).find(is_band) {
            Some(start) => {
                coalesce(start..end);
                end = start;
            }
            None => end -= 1,
        }
    }
}

/// For each loop, the outermost loop of the nest such that all of its `operands` are defined outside of it.
fn known_at(body: &Body, regions: &[RegionId], operands: &[Vec<Value>]) -> Vec<usize> {
    let is_outside = |region: RegionId, values: &[Value]| {
        values.iter().all(|&value| {
            let mut at = body.value_region(value);
            while let Some(inner) = at {
                if inner == region {
                    return false;
                }
                at = body.parent_region(body.region_owner(inner));
            }
            true
        })
    };
    (0..regions.len())
        .map(|index| (0..index).find(|&outer| is_outside(regions[outer], &operands[index])).unwrap_or(index))
        .collect()
}
