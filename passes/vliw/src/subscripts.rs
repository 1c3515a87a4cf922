//! Memory dependences of a loop: accesses that may alias, and their distances in iterations.
//!
//! Subscripts are affine: a multiple of the induction variable, multiples of loop-invariant values, a constant. Two
//! that differ in the constant only are equal at one distance in iterations, or at none; for others with the same
//! invariant terms [`super::distances`] finds the least distances. Subscripts that are not affine may have any value.
//!
//! Subscripts are compared one by one only if the layout is injective. Otherwise addresses are compared, as sums of the
//! subscripts times the strides, if the relevant strides are known. The alias analysis decides whether two memrefs may
//! alias; the assertion [`NO_ALIAS`] refines it for memrefs from before the loop.
//!
//! In a while loop, variables that are incremented by a constant in every iteration are affine functions of the
//! iteration number.

use std::collections::{BTreeMap, BTreeSet};

use num_integer::Integer;
use rmlir::analysis::alias::{AliasAnalysis, same_descriptor, sources};
use rmlir::analysis::layout::is_injective;
use rmlir::core::fold::constant_value;
use rmlir::core::memref_layout::strides_and_offset;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, IndexCastOp, MulIOp, SubIOp};
use rmlir_memref::{LoadOp, StoreOp};

use crate::distances::{DependenceDistances, Iterations, Line};
use crate::shape::Loop;

/// An affine expression. Values of a loop that are not its induction variable make a subscript unknown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Sum {
    variable: i64,
    terms: BTreeMap<Value, i64>,
    constant: i64,
}

impl Sum {
    /// The sum of this and `times` the other; `None` if a coefficient overflows.
    fn plus(&self, times: i64, other: &Sum) -> Option<Sum> {
        let add = |a: i64, b: i64| b.checked_mul(times)?.checked_add(a);
        let mut terms = self.terms.clone();
        for (&value, &factor) in &other.terms {
            let sum = add(terms.get(&value).copied().unwrap_or(0), factor)?;
            terms.insert(value, sum);
        }
        terms.retain(|_, factor| *factor != 0);
        Some(Sum {
            variable: add(self.variable, other.variable)?,
            terms,
            constant: add(self.constant, other.constant)?,
        })
    }

    /// The expression without its loop-invariant values.
    fn line(&self) -> Line {
        Line { factor: self.variable, constant: self.constant }
    }

    /// Whether it is the same in all iterations.
    fn is_invariant(&self) -> bool {
        self.variable == 0
    }

    fn as_constant(&self) -> Option<i64> {
        (self.variable == 0 && self.terms.is_empty()).then_some(self.constant)
    }
}

/// A memory access.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// The accessing operation.
    pub op: OpId,
    /// Whether it writes.
    pub stores: bool,
    memref: Value,
    /// The subscripts; `None` for unknown ones.
    subscripts: Vec<Option<Sum>>,
}

/// The attribute of loops which asserts that different memrefs from before the loop do not alias.
pub const NO_ALIAS: &str = "vliw.no_alias";

/// The variables of a while loop with a constant increment in every iteration.
pub fn growing(body: &Body, of: Loop) -> BTreeMap<Value, i64> {
    let mut growing = BTreeMap::new();
    for (number, &arg) in body.args(of.header(body)).iter().enumerate() {
        let Some(step) = of.next(body, number).and_then(|next| beyond(body, of, next, arg)) else { continue };
        // The range ensures that a value recurs only after more iterations than can be in flight.
        let most = match body.ty(arg).int_or_index_width(body) {
            Some(_) if body.ty(arg) == Type::INDEX => 1 << 32,
            Some(width @ 32..=64) => 1 << (width / 2),
            _ => continue,
        };
        if step != 0 && step.unsigned_abs() <= most {
            growing.insert(arg, step);
        }
    }
    growing
}

/// The constant difference between `value` and `arg`.
fn beyond(body: &Body, of: Loop, value: Value, arg: Value) -> Option<i64> {
    let value = of.resolved(body, value);
    if value == arg {
        return Some(0);
    }
    let op = OpRef::new(body, body.defining_op(value)?);
    let by = |index: usize| constant_value(body, op.operand(index).id).and_then(|by| by.as_i64(body));
    let rest = |index: usize| beyond(body, of, op.operand(index).id, arg);
    if op.is::<AddIOp>() {
        return match by(1) {
            Some(by) => rest(0)?.checked_add(by),
            None => rest(1)?.checked_add(by(0)?),
        };
    }
    if op.is::<SubIOp>() {
        return rest(0)?.checked_sub(by(1)?);
    }
    None
}

/// The iteration space of a counted loop.
fn counted(body: &Body, op: Loop) -> Option<Iterations> {
    let [first, end, step] =
        [0, 1, 2].map(|index| constant_value(body, body.operand(op.id(), index)).and_then(|it| it.as_i64(body)));
    let step = step.filter(|&step| step > 0)?;
    let span = first.zip(end).and_then(|(first, end)| end.checked_sub(first));
    Some(Iterations { first, step, count: span.map(|span| Integer::div_ceil(&span.max(0), &step)) })
}

/// The analysis of the memory accesses of a loop.
pub struct Accesses<'a> {
    body: &'a Body<'a>,
    aliases: AliasAnalysis<'a>,
    op: Loop,
    /// The iteration space; `None` if the step is unknown.
    iterations: Option<Iterations>,
    promised: bool,
    /// By variable of a while loop with a constant increment: the increment.
    growing: BTreeMap<Value, i64>,
}

impl<'a> Accesses<'a> {
    /// Analyzes a loop.
    pub fn new(body: &'a Body<'a>, op: Loop) -> Self {
        let promised = OpRef::new(body, op.id()).attr(NO_ALIAS).is_some();
        let (iterations, growing) = match op {
            Loop::Counted(_) => (counted(body, op), BTreeMap::new()),
            Loop::While(_) => (Some(Iterations { first: Some(0), step: 1, count: None }), growing(body, op)),
        };
        let aliases = AliasAnalysis::new(body).across(op.id());
        Self { body, aliases, op, iterations, promised, growing }
    }

    /// The access of `op`, if it is one.
    pub fn access(&self, op: OpId) -> Option<Access> {
        let view = OpRef::new(self.body, op);
        let (stores, memref) = match (view.is::<LoadOp>(), view.is::<StoreOp>()) {
            (true, _) => (false, 0),
            (_, true) => (true, 1),
            _ => return None,
        };
        let indices = view.operands().skip(memref + 1);
        let subscripts = indices.map(|index| self.sum(index.id)).collect();
        Some(Access { op, stores, memref: view.operand(memref).id, subscripts })
    }

    /// The distances at which two accesses may be to the same element.
    pub fn distances(&self, first: &Access, second: &Access) -> DependenceDistances {
        if !self.aliases.is_same(first.memref, second.memref) {
            let is_apart =
                self.is_promised(first.memref, second.memref) || !self.aliases.may_alias(first.memref, second.memref);
            return if is_apart { DependenceDistances::NEVER } else { DependenceDistances::ANY };
        }
        let lines = self.lines(first, second);
        match self.iterations {
            Some(iterations) => self.distances_within(&lines, iterations),
            None if lines.iter().any(|(a, b)| a.factor == 0 && b.factor == 0 && a != b) => DependenceDistances::NEVER,
            None if lines.iter().any(|(a, b)| a == b && a.factor != 0) => DependenceDistances::after(0),
            None => DependenceDistances::ANY,
        }
    }

    /// Whether the loop asserts that two memrefs do not alias: all those from before the loop that the first one may be
    /// or be a view of differ from those of the second one.
    fn is_promised(&self, first: Value, second: Value) -> bool {
        let both = || Some((self.memrefs_before(first)?, self.memrefs_before(second)?));
        self.promised && both().is_some_and(|(a, b)| a.is_disjoint(&b))
    }

    /// The memrefs from before the loop that `memref` may be or be a view of; `None` if it may be another one.
    fn memrefs_before(&self, memref: Value) -> Option<BTreeSet<Value>> {
        let (mut found, mut seen, mut waiting) = (BTreeSet::new(), BTreeSet::new(), vec![memref]);
        while let Some(memref) = waiting.pop() {
            if !self.body.is_defined_inside(self.op.id(), memref) {
                found.insert(same_descriptor(self.body, memref));
            } else if seen.insert(memref) {
                waiting.extend(sources(self.body, memref)?);
            }
        }
        Some(found)
    }

    /// Pairs of affine functions that are all equal if the accesses, to the same memref, are to the same element. Pairs
    /// with different invariant terms are omitted: nothing is known of them.
    fn lines(&self, first: &Access, second: &Access) -> Vec<(Line, Line)> {
        let types = [first.memref, second.memref].map(|memref| self.body.ty(memref));
        let dims = first.subscripts.iter().zip(&second.subscripts);
        if types.iter().any(|&ty| is_injective(self.body.cx(), ty)) {
            let pairs = dims.filter_map(|(a, b)| a.as_ref().zip(b.as_ref())).filter(|(a, b)| a.terms == b.terms);
            return pairs.map(|(a, b)| (a.line(), b.line())).collect();
        }
        let address = || {
            let (mut a_sum, mut b_sum) = (Sum::default(), Sum::default());
            for (dim, (a, b)) in dims.enumerate() {
                let (a, b) = (a.as_ref()?, b.as_ref()?);
                // A common loop-invariant subscript contributes the same offset to both, whatever the stride is.
                if a == b && a.is_invariant() {
                    continue;
                }
                let stride = types.iter().find_map(|&ty| self.stride(ty, dim))?;
                (a_sum, b_sum) = (a_sum.plus(stride, a)?, b_sum.plus(stride, b)?);
            }
            (a_sum.terms == b_sum.terms).then(|| (a_sum.line(), b_sum.line()))
        };
        address().into_iter().collect()
    }

    fn stride(&self, memref: Type, dim: usize) -> Option<i64> {
        let strides = strides_and_offset(self.body.cx(), memref)?.strides;
        strides.get(dim).copied().filter(|&stride| stride != DYNAMIC)
    }

    /// The distances in one memref: if coefficients are equal, the constant differences determine them.
    fn distances_within(&self, lines: &[(Line, Line)], iterations: Iterations) -> DependenceDistances {
        if lines.iter().any(|(a, b)| a.factor != b.factor) {
            return DependenceDistances::of(lines, iterations);
        }
        let mut distance: Option<i64> = None;
        for (a, b) in lines {
            let Some(gap) = a.constant.checked_sub(b.constant) else { return DependenceDistances::ANY };
            let stride = a.factor.checked_mul(iterations.step);
            match stride {
                Some(0) if gap == 0 => {}
                Some(stride) if stride != 0 && gap % stride == 0 && distance.is_none_or(|it| it == gap / stride) => {
                    distance = Some(gap / stride);
                }
                Some(_) => return DependenceDistances::NEVER,
                None => {}
            }
        }
        distance.map_or(DependenceDistances::ANY, DependenceDistances::after)
    }

    fn is_from_before(&self, value: Value) -> bool {
        let view = OpRef::new(self.body, self.op.id());
        view.interface::<dyn LoopLike>().is_some_and(|it| it.is_defined_outside(view, value))
    }

    /// The affine expression of a variable with constant increment: where there is no induction variable, relative to
    /// its initial value.
    fn variable(&self, value: Value) -> Option<Sum> {
        if self.op.counter(self.body) == Some(value) {
            return Some(Sum { variable: 1, ..Sum::default() });
        }
        let &variable = self.growing.get(&value)?;
        Some(Sum { variable, terms: BTreeMap::from([(value, 1)]), constant: 0 })
    }

    /// `value`, of type `index`, as an affine expression.
    fn sum(&self, value: Value) -> Option<Sum> {
        let value = self.op.resolved(self.body, value);
        if let Some(sum) = self.variable(value) {
            return Some(sum);
        }
        if let Some(constant) = constant_value(self.body, value).and_then(|attr| attr.as_i64(self.body)) {
            return Some(Sum { constant, ..Sum::default() });
        }
        let of_terms = || Some(Sum { terms: BTreeMap::from([(value, 1)]), ..Sum::default() });
        let Some(def) = self.body.defining_op(value) else {
            return self.is_from_before(value).then(of_terms).flatten();
        };
        let op = OpRef::new(self.body, def);
        // The variable does not wrap, or not within as many iterations as can be in flight, so a cast of it is equal to
        // itself. Other narrow integers may wrap.
        if let Some(cast) = op.cast::<IndexCastOp>()
            && let Some(sum) = self.variable(self.op.resolved(self.body, cast.input(self.body)))
        {
            return Some(sum);
        }
        let computed = if self.body.ty(value) == Type::INDEX { self.computed(op) } else { None };
        computed.or_else(|| self.is_from_before(value).then(of_terms).flatten())
    }

    fn computed(&self, op: OpRef) -> Option<Sum> {
        let is_known = op.is::<AddIOp>() || op.is::<SubIOp>() || op.is::<MulIOp>();
        if !is_known {
            return None;
        }
        let (a, b) = (self.sum(op.operand(0).id)?, self.sum(op.operand(1).id)?);
        if op.is::<AddIOp>() {
            return a.plus(1, &b);
        }
        if op.is::<SubIOp>() {
            return a.plus(-1, &b);
        }
        match (a.as_constant(), b.as_constant()) {
            (_, Some(factor)) => Sum::default().plus(factor, &a),
            (Some(factor), _) => Sum::default().plus(factor, &b),
            _ => None,
        }
    }
}
