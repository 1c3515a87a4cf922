//! The legality of tiling a nest into boxes: every dependence carried by a loop of the nest must have non-negative
//! distances in all loops of the nest.
//!
//! Tiles are executed one after the other. If a distance were negative in one loop, the target of the dependence could
//! be in an earlier tile than the source.
//!
//! An unknown dependence may have negative distances; so may one by effects of operations that are no affine accesses.
//! But if all tile sizes except for that of the innermost loop are 1, the order of iterations is preserved, whatever
//! the dependences are.
//!
//! Upstream treats neither as a dependence, and only looks for distances that are negative for all pairs of a
//! dependence, but also in loops that are not tiled. Nests that it declines for that are declined here too, so that
//! results are the same.

use rmlir::prelude::*;
use rmlir_affine::ForOp;
use rmlir_affine::analysis::access::MemRefAccess;
use rmlir_affine::analysis::dependence::{Dependence, DependencePairs, check_dependence_of_elements};
use rmlir_affine::analysis::effects::other_effect;
use rmlir_affine::analysis::nest::{n_common_surrounding_loops, nesting_depth};

/// The reason why the nest may not be tiled, if any. `keeps_order` asserts that tiling preserves the order of
/// iterations.
pub fn why_not_tileable(body: &Body, nest: &[ForOp], keeps_order: bool) -> Option<String> {
    why_not_tileable_in(body, nest, keeps_order, |_| false)
}

/// The reason why the loops of the nest that are not `outer` ones may not be tiled inside of these, if any. The outer
/// loops stay in order; the dependences that they carry are satisfied before any tile is.
pub fn why_not_tileable_inside(body: &Body, nest: &[ForOp], outer: &[usize]) -> Option<String> {
    why_not_tileable_in(body, nest, false, |index| outer.contains(&index))
}

fn why_not_tileable_in(
    body: &Body,
    nest: &[ForOp],
    keeps_order: bool,
    is_outer: impl Fn(usize) -> bool,
) -> Option<String> {
    // Tiling of a single loop preserves the order.
    let keeps_order = keeps_order || nest.len() == 1;
    if !keeps_order && let Some(other) = other_effect(body, nest[0].id()) {
        return Some(format!("the effects of '{}' must stay in order", OpRef::new(body, other).name_str()));
    }
    let accesses = MemRefAccess::all_in(body, nest[0].id());
    let around = nesting_depth(body, nest[0].id());
    for depth in (1..=nest.len() + 1).filter(|depth| !is_outer(depth - 1)) {
        for source in &accesses {
            for target in &accesses {
                let n_common = n_common_surrounding_loops(body, source.op, target.op);
                if around + depth > n_common + 1 {
                    continue;
                }
                let ends = || {
                    let name = |access: &MemRefAccess| OpRef::new(body, access.op).name_str();
                    format!("from '{}' to '{}'", name(source), name(target))
                };
                let pairs = match check_dependence_of_elements(body, source, target, around + depth) {
                    Dependence::Yes(pairs) => pairs,
                    Dependence::Unknown if !keeps_order => {
                        return Some(format!("whether there is a dependence {} is not known", ends()));
                    }
                    _ => continue,
                };
                // If the order is preserved, only the innermost loop matters, with distance 0 in the others.
                let mut inner = if keeps_order { 0..0 } else { depth..nest.len() };
                let backward = inner.find(|&index| pairs.goes_backward(around + index));
                if let Some(index) = backward.or_else(|| always_backward(&pairs)) {
                    return Some(format!(
                        "a dependence {} carried by loop #{depth} goes backward in loop #{}",
                        ends(),
                        index + 1
                    ));
                }
            }
        }
    }
    None
}

/// The common loop in which all pairs of the dependence have negative, different distances.
fn always_backward(pairs: &DependencePairs) -> Option<usize> {
    pairs.distances().iter().position(|distance| {
        distance.upper.is_some_and(|upper| upper < 0 && distance.lower.is_none_or(|lower| lower < upper))
    })
}
