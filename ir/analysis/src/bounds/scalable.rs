//! Bounds in terms of the vector scale (`vscale`), the factor between the size of a scalable vector and that of its
//! type.

use rmlir_core::Body;
use rmlir_presburger::Side;

use super::compute::{MAX_INEQUALITIES, QuantityMap, read_off};
use super::set::{ConstraintSet, ScaleRange};
use super::variable::Variable;

/// An inclusive bound of `variable` in terms of the vector scale only; for [`Side::Equal`], an equal expression.
/// Divisors of remainders are assumed to be positive, as affine maps require.
pub fn scalable_bound(body: &Body, side: Side, variable: &Variable, range: ScaleRange) -> Option<QuantityMap> {
    let never = |_: &ConstraintSet, _| false;
    let mut set = ConstraintSet::with_vector_scale(body, &never, range);
    set.define(variable);
    set.process();
    let scale = set.vector_scale();
    let mut system = set.system;
    if system.is_empty() {
        return None;
    }
    let is_unwanted = |quantity| quantity != scale;
    while let Some(column) = system.values().iter().skip(1).position(|&quantity| is_unwanted(quantity)) {
        system.project_out_within(column + 1, 1, MAX_INEQUALITIES)?;
    }
    while system.n_locals() > 0 {
        let first_local = system.n_inputs();
        system.project_out_within(first_local, 1, MAX_INEQUALITIES)?;
    }
    read_off(system, side)
}
