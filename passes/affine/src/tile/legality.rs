//! Whether a nest may be tiled into boxes: every dependence carried by a loop of the nest has to go forward, or stay,
//! in all loops of the nest.
//!
//! Tiles run one after the other. Were a distance negative in one loop, the target of the dependence could be in an
//! earlier tile than the source.

use rmlir::prelude::*;
use rmlir_affine::ForOp;
use rmlir_presburger::Int;

use crate::analysis::access::MemRefAccess;
use crate::analysis::dependence::{Dependence, DependencePairs, check_dependence};
use crate::analysis::nest::nesting_depth;

/// Why the nest may not be tiled, if so.
pub fn why_not_tileable(body: &Body, nest: &[ForOp]) -> Option<String> {
    let accesses = MemRefAccess::all_in(body, nest[0].id());
    let around = nesting_depth(body, nest[0].id());
    // The innermost loop alone carries what stays in place in the others.
    for depth in 1..nest.len() {
        for source in &accesses {
            for target in &accesses {
                let found = check_dependence(body, source, target, around + depth, false);
                let Dependence::Yes(pairs) = found else { continue };
                let backward = (depth..nest.len()).find(|&index| goes_backward(&pairs, around + index));
                if let Some(index) = backward {
                    return Some(format!(
                        "tiled code is illegal due to dependences: one from '{}' to '{}' carried by loop #{depth} goes \
                         backward in loop #{} of the nest",
                        OpRef::new(body, source.op).name_str(),
                        OpRef::new(body, target.op).name_str(),
                        index + 1
                    ));
                }
            }
        }
    }
    None
}

/// Whether a pair of the dependence has its target in an earlier iteration of the common loop `index`.
fn goes_backward(pairs: &DependencePairs, index: usize) -> bool {
    if index >= pairs.common.len() {
        return false;
    }
    let mut system = pairs.system.clone();
    let mut row = system.zero_row();
    row[index] = Int::ONE;
    row[index + pairs.n_source] = Int::from(-1);
    *row.last_mut().expect("a row has a constant") = Int::from(-1);
    system.add_inequality(row);
    !system.is_empty() && !system.is_integer_empty()
}
