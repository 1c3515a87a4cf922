//! Bounds that are read from a constraint set.

use rmlir_affine_maps::{AffineExpr, AffineMap};
use rmlir_core::value_bounds::Quantity;
use rmlir_core::{Body, Value};
use rmlir_presburger::{Bound, Polyhedron, Side};
use rustc_hash::FxHashSet;

use super::set::ConstraintSet;
use super::variable::Variable;

/// The limit of inequalities during elimination; a bound that needs more is not computed.
pub(super) const MAX_INEQUALITIES: usize = 10_000;

/// An affine expression whose symbols are quantities that are not constants; all of them are used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuantityMap {
    /// A map with one result and no dimensions.
    pub map: AffineMap,
    /// The quantity of each symbol.
    pub operands: Vec<Quantity>,
}

impl QuantityMap {
    /// The bound plus one: converts an inclusive upper bound to an exclusive one.
    pub fn exclusive(self) -> Self {
        let next = self.map.result(0) + 1;
        Self { map: self.map.with_results([next]), ..self }
    }
}

/// An inclusive bound of `variable` in terms of quantities for which `stop` holds. For [`Side::Equal`], an equal
/// expression.
pub fn bound(body: &Body, side: Side, variable: &Variable, stop: &dyn Fn(Quantity) -> bool) -> Option<QuantityMap> {
    let stop_here = |_: &ConstraintSet, quantity: Quantity| stop(quantity);
    let mut set = ConstraintSet::new(body, &stop_here);
    set.define(variable);
    set.process();
    let mut system = set.system;
    while let Some(column) = first_unwanted(&system, stop) {
        system.project_out_within(column, 1, MAX_INEQUALITIES)?;
    }
    read_off(system, side)
}

/// The bound of the only dimension in terms of the symbols.
pub(super) fn read_off(mut system: Polyhedron<Quantity>, side: Side) -> Option<QuantityMap> {
    let (lower, upper) = system.slice_bounds(0, 1).pop().expect("bounds of one dimension were asked for");
    let first = |map: AffineMap| map.results().first().cloned();
    let lower = lower.and_then(first);
    // The upper bound of the polyhedron is exclusive.
    let upper = upper.and_then(first).map(|expr| expr - 1);
    let expr = match side {
        Side::Lower => lower?,
        Side::Upper => upper?,
        Side::Equal => lower.filter(|lower| Some(lower) == upper.as_ref())?,
    };
    Some(over_used(&expr, &system))
}

/// The first column of a quantity that must not be in a bound.
fn first_unwanted(system: &Polyhedron<Quantity>, stop: &dyn Fn(Quantity) -> bool) -> Option<usize> {
    system.values().iter().position(|quantity| quantity.is_some_and(|quantity| !stop(quantity)))
}

fn over_used(expr: &AffineExpr, system: &Polyhedron<Quantity>) -> QuantityMap {
    let symbols = &system.values()[system.n_dims()..];
    let operands = symbols.iter().enumerate().filter(|&(symbol, _)| expr.is_function_of_symbol(symbol as u32));
    let operands = operands.map(|(_, quantity)| quantity.expect("symbols stand for quantities")).collect();
    let map = AffineMap::new(0, symbols.len() as u32, [expr.clone()]).compress_unused_symbols();
    QuantityMap { map, operands }
}

/// An inclusive bound of `variable` in terms of quantities that are not computed from `dependences`.
pub fn independent_bound(body: &Body, side: Side, variable: &Variable, dependences: &[Value]) -> Option<QuantityMap> {
    bound(body, side, variable, &|quantity| !depends_on(body, quantity.value, dependences))
}

/// Whether `value` is computed from one of `dependences`; loop-carried values are not followed.
fn depends_on(body: &Body, value: Value, dependences: &[Value]) -> bool {
    let mut waiting = vec![value];
    let mut seen = FxHashSet::default();
    while let Some(next) = waiting.pop() {
        if dependences.contains(&next) {
            return true;
        }
        if let Some(op) = body.defining_op(next).filter(|&op| seen.insert(op)) {
            waiting.extend(body.operands(op));
        }
    }
    false
}

/// An inclusive constant bound of `variable`; for [`Side::Equal`], the constant that it is equal to.
pub fn constant_bound(body: &Body, side: Side, variable: &Variable) -> Option<i64> {
    let is_known = |set: &ConstraintSet, _| constant_of(set, side).is_some();
    let mut set = ConstraintSet::new(body, &is_known);
    set.define(variable);
    set.process();
    constant_of(&set, side)
}

fn constant_of(set: &ConstraintSet, side: Side) -> Option<i64> {
    let constant = |bound| set.system.constant_bound_i64(bound, 0);
    match side {
        Side::Lower => constant(Bound::Lower),
        Side::Upper => constant(Bound::Upper),
        Side::Equal => constant(Bound::Lower).filter(|&lower| constant(Bound::Upper) == Some(lower)),
    }
}
