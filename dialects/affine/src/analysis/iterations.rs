//! The numbers of iterations of loops: the largest, and conditions that there are at least some.

use crate::trip_count::{difference, padded_lower_bound, trip_count_map};
use crate::{ForOp, IfOp, YieldOp};
use rmlir::affine_maps::{AffineExpr, Constraint, IntegerSet};
use rmlir::prelude::*;

use super::constraints::ValueConstraints;
use super::nest::enclosing_affine_ops;

/// The largest number of iterations of a loop, if it is known.
pub fn max_trip_count(body: &Body, op: ForOp) -> Option<u64> {
    let counts = trip_count_map(body, op)?.0;
    counts.results().iter().filter_map(AffineExpr::as_constant).map(|count| count.max(0) as u64).min()
}

/// Whether no iteration of the loops around `op` is in a set. `None` if that cannot be expressed.
fn is_excluded(body: &Body, op: ForOp, set: IntegerSet, operands: &[Value]) -> Option<bool> {
    let mut system = ValueConstraints::of_iterations(body, &enclosing_affine_ops(body, op.id()))?;
    system.add_set(body, set, operands.to_vec())?;
    Some(system.is_empty() || system.is_integer_empty())
}

/// A conjunction of inequalities on values, as far as these are not known to hold.
#[derive(Clone, Debug, Default)]
pub struct Condition {
    dims: Vec<Value>,
    symbols: Vec<Value>,
    /// Expressions that are not negative.
    exprs: Vec<AffineExpr>,
    /// Whether one of the inequalities is known not to hold.
    pub is_false: bool,
}

impl Condition {
    /// Adds that a loop has at least `count` iterations of step 1. `None` if its lower bound has several results.
    pub fn add_iterations(&mut self, body: &Body, op: ForOp, count: i64) -> Option<()> {
        let (spans, operands) = difference(body, &op.upper_bound(body), &padded_lower_bound(body, op)?);
        let (dims, symbols) = operands.split_at(spans.n_dims() as usize);
        for span in spans.results() {
            let excess = span.clone() - count;
            let is_excluded = |expr: AffineExpr| {
                let constraint = Constraint { expr, is_eq: false };
                let set = IntegerSet::new(spans.n_dims(), spans.n_symbols(), [constraint]);
                is_excluded(body, op, set, &operands).unwrap_or(false)
            };
            if is_excluded(-excess.clone() - 1) {
                continue;
            }
            self.is_false |= is_excluded(excess.clone());
            let (n_dims, n_symbols) = (self.dims.len() as u32, self.symbols.len() as u32);
            let excess = excess.shift_dims(spans.n_dims(), n_dims, 0).shift_symbols(spans.n_symbols(), n_symbols, 0);
            self.exprs.push(excess);
            self.dims.extend_from_slice(dims);
            self.symbols.extend_from_slice(symbols);
        }
        Some(())
    }

    /// Whether all inequalities are known to hold.
    pub fn is_true(&self) -> bool {
        self.exprs.is_empty()
    }

    /// Whether the values are all defined outside of `op`.
    pub fn is_defined_outside(&self, body: &Body, op: OpId) -> bool {
        self.dims.iter().chain(&self.symbols).all(|&value| !body.is_defined_inside(op, value))
    }

    /// Creates an `affine.if` at the insertion point.
    pub fn create_if(&self, rw: &mut Rewriter, loc: Loc, has_else: bool) -> IfOp {
        let constraint = |expr: &AffineExpr| Constraint { expr: expr.clone(), is_eq: false };
        let constraints: Vec<Constraint> = self.exprs.iter().map(constraint).collect();
        let set = IntegerSet::new(self.dims.len() as u32, self.symbols.len() as u32, constraints);
        let mut operands = [&self.dims[..], &self.symbols].concat();
        let mut set = set.simplify();
        crate::compose::canonicalize_set_and_operands(rw, &mut set, &mut operands);
        let set = rw.cx().attr(AttrData::IntegerSet(set));
        let point = rw.insert_point();
        let condition = rw.create(IfOp::build(&[], &operands, set).at(loc));
        let regions = [Some(condition.thenRegion(rw)), has_else.then(|| condition.elseRegion(rw))];
        for region in regions.into_iter().flatten() {
            rw.create_block(region, &[], &[]);
            rw.create(YieldOp::build(&[]).at(loc));
        }
        rw.set_insert_point(point);
        condition
    }
}
