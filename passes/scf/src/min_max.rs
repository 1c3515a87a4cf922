//! Simplification of `affine.min` and `affine.max` that are known to be equal to one of their results.
//!
//! Steps, for a minimum: 1. linear *facts* about its operands are collected, from loops on their induction variables,
//! or from peeling; 2. the *bound* is the only result that is not redundant as an upper bound of the minimum, or else
//! the least constant upper bound; 3. if no result can be less than the bound, the minimum is equal to the bound. A
//! maximum is handled by negation. Proofs are by the emptiness of a set of integers.

use rmlir::affine_maps::{AffineExpr, AffineMap, Constraint, IntegerSet};
use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_affine::compose::canonicalize_map_and_operands;
use rmlir_affine::{ApplyOp, MaxOp, MinOp};
use rmlir_scf::{ForOp, ForallOp, ParallelOp};

use crate::create::map_attr;

/// The maximum absolute value in the search for constant bounds; larger ones count as unbounded.
const LARGEST_BOUND: i64 = 1 << 48;

/// Facts about values: constraints on dimensions (induction variables) and symbols.
#[derive(Clone, Default)]
pub struct Facts {
    dims: Vec<Value>,
    /// The symbols; one without a value is a bound that is an attribute.
    symbols: Vec<Option<Value>>,
    constraints: Vec<Constraint>,
}

/// Construction.
impl Facts {
    /// Adds a dimension.
    pub fn dim(&mut self, value: Value) -> AffineExpr {
        self.dims.push(value);
        AffineExpr::dim(self.dims.len() as u32 - 1)
    }

    /// Adds a symbol, with its value if that is constant.
    pub fn symbol(&mut self, body: &Body, value: ValueOrAttr) -> AffineExpr {
        let (known, value) = match value {
            ValueOrAttr::Value(value) => (constant_int(body, value), Some(value)),
            ValueOrAttr::Attr(attr) => (attr.as_i64(body), None),
        };
        self.symbols.push(value);
        let symbol = AffineExpr::symbol(self.symbols.len() as u32 - 1);
        if let Some(known) = known {
            self.constraints.push(Constraint { expr: &symbol - known, is_eq: true });
        }
        symbol
    }

    /// Adds the constraint that `expr` is non-negative.
    pub fn not_negative(&mut self, expr: AffineExpr) {
        self.constraints.push(Constraint { expr, is_eq: false });
    }

    /// Adds the constraints that `value` is at least the lower bound of its loop and less than the upper one, at a
    /// multiple of the step. `None` if the step is not constant.
    fn induction_var(&mut self, body: &Body, value: Value, [lower, upper, step]: [ValueOrAttr; 3]) -> Option<()> {
        let known = |bound: ValueOrAttr| match bound {
            ValueOrAttr::Value(value) => constant_int(body, value),
            ValueOrAttr::Attr(attr) => attr.as_i64(body),
        };
        let step = known(step)?;
        let var = self.dim(value);
        let (known_lower, known_upper) = (known(lower), known(upper));
        let (lower, upper) = (self.symbol(body, lower), self.symbol(body, upper));
        self.not_negative(&var - &lower);
        let runs_once = known_lower.zip(known_upper).is_some_and(|(lower, upper)| lower.wrapping_add(step) >= upper);
        let last = if runs_once {
            lower
        } else {
            let lower = known_lower.map_or(lower, AffineExpr::constant);
            let upper = known_upper.map_or(upper, AffineExpr::constant);
            let n_steps = (upper - &lower - 1).floor_div(step);
            lower + n_steps * step
        };
        self.not_negative(last - var);
        Some(())
    }

    /// The input for `value`, a new symbol if there is none.
    pub fn input(&mut self, value: Value) -> AffineExpr {
        if let Some(position) = self.dims.iter().position(|&dim| dim == value) {
            return AffineExpr::dim(position as u32);
        }
        let known = self.symbols.iter().position(|&symbol| symbol == Some(value));
        let position = known.unwrap_or_else(|| {
            self.symbols.push(Some(value));
            self.symbols.len() - 1
        });
        AffineExpr::symbol(position as u32)
    }
}

/// Queries.
impl Facts {
    fn n_inputs(&self) -> (u32, u32) {
        (self.dims.len() as u32, self.symbols.len() as u32)
    }

    /// Whether the facts contradict that all of `exprs` are non-negative.
    fn contradict(&self, exprs: impl IntoIterator<Item = AffineExpr>) -> bool {
        let mut constraints = self.constraints.clone();
        constraints.extend(exprs.into_iter().map(|expr| Constraint { expr, is_eq: false }));
        let (n_dims, n_symbols) = self.n_inputs();
        IntegerSet::new(n_dims, n_symbols, constraints).simplify().is_canonical_empty()
    }

    /// The least constant that the minimum of `exprs` never exceeds.
    fn constant_bound(&self, exprs: &[AffineExpr]) -> Option<i64> {
        let holds = |bound: i64| self.contradict(exprs.iter().map(|expr| expr - (bound + 1)));
        if !holds(LARGEST_BOUND) || holds(-LARGEST_BOUND) {
            return None;
        }
        let (mut below, mut bound) = (-LARGEST_BOUND, LARGEST_BOUND);
        while bound - below > 1 {
            let middle = below + (bound - below) / 2;
            if holds(middle) { bound = middle } else { below = middle }
        }
        Some(bound)
    }

    /// The only integer that `input` can be equal to.
    fn constant_of(&self, input: &AffineExpr) -> Option<i64> {
        let upper = self.constant_bound(std::slice::from_ref(input))?;
        let lower = -self.constant_bound(&[-input])?;
        (upper == lower).then_some(upper)
    }

    /// The one of `exprs` that bounds their minimum, or a constant.
    fn bound(&self, exprs: &[AffineExpr]) -> Option<AffineExpr> {
        let has_division = |expr: &AffineExpr| {
            let (n_dims, n_symbols) = self.n_inputs();
            rmlir::affine_maps::flatten([expr], n_dims, n_symbols).is_none_or(|flat| !flat.locals.is_empty())
        };
        let facts = self.constraints.iter().map(|constraint| &constraint.expr);
        if !exprs.iter().chain(facts).any(has_division) {
            let needed = self.needed(exprs);
            if let [only] = needed.as_slice() {
                let (n_dims, n_symbols) = self.n_inputs();
                return Some(only.simplify(n_dims, n_symbols));
            }
        }
        self.constant_bound(exprs).map(AffineExpr::constant)
    }

    /// Those of `exprs` that are not redundant in their minimum.
    fn needed(&self, exprs: &[AffineExpr]) -> Vec<AffineExpr> {
        let mut needed = exprs.to_vec();
        let mut index = 0;
        while index < needed.len() {
            let candidate = needed.remove(index);
            let is_needed = needed.is_empty() || !self.contradict(needed.iter().map(|other| other - &candidate - 1));
            if is_needed {
                needed.insert(index, candidate);
                index += 1;
            }
        }
        needed
    }
}

fn constant_int(body: &Body, value: Value) -> Option<i64> {
    constant_value(body, value)?.as_i64(body)
}

/// Replaces `op`, an `affine.min` or `affine.max`, if `facts` determine it.
pub fn simplify_min_max(rw: &mut Rewriter, op: OpId, mut facts: Facts) -> Match {
    let is_max = OpRef::new(rw, op).is::<MaxOp>();
    let map = MinOp::from_id(op).map(rw).clone();
    let inputs: Vec<AffineExpr> = rw.operands(op).map(|operand| facts.input(operand)).collect();
    let (dims, symbols) = inputs.split_at(map.n_dims() as usize);
    let (n_dims, n_symbols) = facts.n_inputs();
    let map = map.replace_dims_and_symbols(dims, symbols, n_dims, n_symbols);
    // The maximum is the negated minimum of the negated results.
    let exprs: Vec<AffineExpr> = map.results().iter().map(|expr| if is_max { -expr } else { expr.clone() }).collect();
    let Some(bound) = facts.bound(&exprs) else {
        return rw.no_match(op, "no single bound is known");
    };
    if facts.contradict([]) {
        return rw.no_match(op, "the loop does not run");
    }
    if !exprs.iter().all(|expr| facts.contradict([&bound - expr - 1])) {
        return rw.no_match(op, "it is not always the same result");
    }
    let bound = if is_max { -bound } else { bound };
    replace_by(rw, op, &facts, bound.simplify(n_dims, n_symbols))
}

fn replace_by(rw: &mut Rewriter, op: OpId, facts: &Facts, bound: AffineExpr) -> Match {
    let (n_dims, n_symbols) = facts.n_inputs();
    let mut map = AffineMap::new(n_dims, n_symbols, [bound]);
    let inputs = (0..n_dims).map(AffineExpr::dim).chain((0..n_symbols).map(AffineExpr::symbol));
    let values = facts.dims.iter().map(|&dim| Some(dim)).chain(facts.symbols.iter().copied());
    let mut operands = Vec::new();
    let mut replaced = Vec::new();
    for (input, value) in inputs.zip(values) {
        // Canonicalization folds constants into the map.
        let is_constant = value.is_some_and(|value| constant_int(rw, value).is_some());
        let is_used = map.results()[0].replace(&input, &AffineExpr::constant(0)) != map.results()[0];
        let known = if is_used && !is_constant { facts.constant_of(&input) } else { None };
        if let Some(known) = known {
            map = map.replace(&input, &AffineExpr::constant(known), n_dims, n_symbols);
        }
        replaced.push(value);
    }
    // Inputs without a value are unused now: their values are known.
    let (mut dims, mut symbols, mut kept_dims) = (Vec::new(), Vec::new(), 0);
    for (position, value) in replaced.into_iter().enumerate() {
        let is_dim = position < n_dims as usize;
        let expr = match value {
            None => AffineExpr::constant(0),
            Some(value) => {
                operands.push(value);
                kept_dims += u32::from(is_dim);
                if is_dim {
                    AffineExpr::dim(kept_dims - 1)
                } else {
                    AffineExpr::symbol(operands.len() as u32 - 1 - kept_dims)
                }
            }
        };
        if is_dim { dims.push(expr) } else { symbols.push(expr) }
    }
    map = map.replace_dims_and_symbols(&dims, &symbols, kept_dims, operands.len() as u32 - kept_dims);
    canonicalize_map_and_operands(rw, &mut map, &mut operands);
    let map = map_attr(rw.cx(), map);
    rw.replace_with(op, ApplyOp::build(&operands, map));
    Match::Yes
}

/// Replaces `op`, an `affine.min` or `affine.max`, if the loops determine it whose induction variables are its
/// operands.
pub(crate) fn simplify_by_loops(rw: &mut Rewriter, op: OpId) -> Match {
    let mut facts = Facts::default();
    for operand in rw.operands(op).collect::<Vec<_>>() {
        let Some(bounds) = loop_bounds(rw, operand).filter(|_| !facts.dims.contains(&operand)) else { continue };
        if facts.induction_var(rw, operand, bounds).is_none() {
            return rw.no_match(op, "a step is not constant");
        }
    }
    simplify_min_max(rw, op, facts)
}

/// The lower bound, upper bound and step, if `value` is the induction variable of an `scf` loop with signed comparison.
fn loop_bounds(body: &Body, value: Value) -> Option<[ValueOrAttr; 3]> {
    let ValueDefinition::Argument(block, _) = body.value_def(value) else { return None };
    let owner = OpRef::new(body, body.block_parent_op(block)?);
    if !owner.is::<ForOp>() && !owner.is::<ParallelOp>() && !owner.is::<ForallOp>() {
        return None;
    }
    let loop_like = owner.interface::<dyn LoopLike>().filter(|interface| !interface.is_unsigned(owner))?;
    let dim = loop_like.induction_vars(owner).iter().position(|&var| var == value)?;
    let bounds = loop_like.bounds(owner)?;
    Some([bounds.lower[dim], bounds.upper[dim], bounds.step[dim]])
}
