//! Ranges of polynomials over all iterations of a nest, computed before it.
//!
//! A range is that of all combinations of values of the induction variables, so it may be larger than what is accessed.

use rmlir::prelude::*;
use rmlir_arith::{MaxSIOp, MinSIOp};
use rmlir_scf::ForOp;
use rustc_hash::FxHashMap;

use super::layout::Stride;
use crate::expression::{self, loop_of};
use crate::number::Number;
use crate::polynomial::Polynomial;

/// The least and the greatest value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub min: Number,
    pub max: Number,
}

impl Range {
    fn exactly(number: Number) -> Self {
        Self { min: number, max: number }
    }
}

/// The ranges that were computed. Operations are created at the insertion point of the rewriter, before the nest.
#[derive(Default)]
pub(super) struct Ranges {
    known: FxHashMap<Value, Range>,
}

/// The maximum number of nested bounds.
const MAX_DEPTH: u32 = 32;

impl Ranges {
    /// The range of `polynomial`; `None` if it depends on values that are computed in the nest. `is_outside` tells
    /// which values are not.
    pub(super) fn of(
        &mut self,
        rw: &mut Rewriter,
        polynomial: &Polynomial,
        is_outside: &impl Fn(&Body, Value) -> bool,
    ) -> Option<Range> {
        let [least, greatest] = [End::Least, End::Greatest].map(|end| extreme(rw, polynomial, end));
        let min = self.polynomial(rw, &least, is_outside, MAX_DEPTH)?.min;
        let max = self.polynomial(rw, &greatest, is_outside, MAX_DEPTH)?.max;
        Some(Range { min, max })
    }

    fn polynomial(
        &mut self,
        rw: &mut Rewriter,
        polynomial: &Polynomial,
        is_outside: &impl Fn(&Body, Value) -> bool,
        depth: u32,
    ) -> Option<Range> {
        let mut sum = Range::exactly(Number::Constant(0));
        for (product, coefficient) in polynomial.terms() {
            let mut range = Range::exactly(Number::Constant(coefficient));
            for &factor in product {
                let other = self.value(rw, factor, is_outside, depth)?;
                range = multiply(rw, range, other);
            }
            sum = Range { min: sum.min.add(rw, range.min), max: sum.max.add(rw, range.max) };
        }
        Some(sum)
    }

    fn value(
        &mut self,
        rw: &mut Rewriter,
        value: Value,
        is_outside: &impl Fn(&Body, Value) -> bool,
        depth: u32,
    ) -> Option<Range> {
        if let Some(&range) = self.known.get(&value) {
            return Some(range);
        }
        let depth = depth.checked_sub(1)?;
        let range = if is_outside(rw, value) {
            Range::exactly(Number::of(rw, value))
        } else if let Some(op) = loop_of(rw, value) {
            let (lower, upper) = (op.lowerBound(rw), op.upperBound(rw));
            let lower = self.expression(rw, lower, is_outside, depth)?;
            let upper = self.expression(rw, upper, is_outside, depth)?;
            Range { min: lower.min, max: upper.max.add(rw, Number::Constant(-1)) }
        } else {
            let made_by = OpRef::new(rw, rw.defining_op(value)?);
            let is_max = made_by.is::<MaxSIOp>();
            if !is_max && !made_by.is::<MinSIOp>() {
                return None;
            }
            let [lhs, rhs] = [0, 1].map(|index| made_by.operand(index).id);
            let lhs = self.expression(rw, lhs, is_outside, depth)?;
            let rhs = self.expression(rw, rhs, is_outside, depth)?;
            match is_max {
                true => Range { min: lhs.min.max(rw, rhs.min), max: lhs.max.max(rw, rhs.max) },
                false => Range { min: lhs.min.min(rw, rhs.min), max: lhs.max.min(rw, rhs.max) },
            }
        };
        self.known.insert(value, range);
        Some(range)
    }

    fn expression(
        &mut self,
        rw: &mut Rewriter,
        value: Value,
        is_outside: &impl Fn(&Body, Value) -> bool,
        depth: u32,
    ) -> Option<Range> {
        let polynomial = expression::polynomial(rw, value);
        self.polynomial(rw, &polynomial, is_outside, depth)
    }

    /// A stride as a number.
    pub(super) fn stride(&self, rw: &mut Rewriter, stride: &Stride) -> Number {
        let known = &self.known;
        stride.number(rw, |rw, value| known.get(&value).map_or_else(|| Number::of(rw, value), |range| range.min))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Least,
    Greatest,
}

/// `polynomial` with the induction variables replaced by their bounds where it has its least or greatest value, inner
/// loops first: so it is exact for bounds that depend on the induction variables of outer loops. Variables in products,
/// and those with bounds that are not polynomials, stay.
fn extreme(body: &Body, polynomial: &Polynomial, end: End) -> Polynomial {
    let mut current = polynomial.clone();
    for _ in 0..MAX_DEPTH {
        let Some((variable, coefficient, op)) = innermost(body, &current) else { break };
        let is_lower = (end == End::Least) == (coefficient > 0);
        let bound = match is_lower {
            true => Some(expression::polynomial(body, op.lowerBound(body))),
            false => expression::polynomial(body, op.upperBound(body)).add(&Polynomial::constant(-1)),
        };
        let replaced = bound.and_then(|bound| {
            let without = current.clone().add(&Polynomial::term(vec![variable], coefficient).scale(-1)?)?;
            without.add(&bound.scale(coefficient)?)
        });
        let Some(replaced) = replaced else { break };
        current = replaced;
    }
    current
}

/// The induction variable of the innermost loop that is a term, and no factor of one, with its coefficient.
fn innermost(body: &Body, polynomial: &Polynomial) -> Option<(Value, i64, ForOp)> {
    let is_factor = |value: Value| polynomial.terms().any(|(product, _)| product.len() > 1 && product.contains(&value));
    let variables = polynomial.terms().filter_map(|(product, coefficient)| match product.as_slice() {
        &[value] => loop_of(body, value).filter(|_| !is_factor(value)).map(|op| (value, coefficient, op)),
        _ => None,
    });
    let depth = |op: ForOp| std::iter::successors(Some(op.id()), |&op| body.parent_op(op)).count();
    variables.max_by_key(|&(_, _, op)| depth(op))
}

fn multiply(rw: &mut Rewriter, lhs: Range, rhs: Range) -> Range {
    if let Number::Constant(factor) = lhs.min
        && lhs.min == lhs.max
    {
        let ends = [rhs.min.mul(rw, lhs.min), rhs.max.mul(rw, lhs.min)];
        return if factor >= 0 { Range { min: ends[0], max: ends[1] } } else { Range { min: ends[1], max: ends[0] } };
    }
    if lhs.min == lhs.max && rhs.min == rhs.max {
        return Range::exactly(lhs.min.mul(rw, rhs.min));
    }
    let ends = [(lhs.min, rhs.min), (lhs.min, rhs.max), (lhs.max, rhs.min), (lhs.max, rhs.max)];
    let [first, rest @ ..] = ends.map(|(lhs, rhs)| lhs.mul(rw, rhs));
    rest.into_iter()
        .fold(Range::exactly(first), |range, end| Range { min: range.min.min(rw, end), max: range.max.max(rw, end) })
}
