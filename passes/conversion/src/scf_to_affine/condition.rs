//! Conversion of `scf.if` to `affine.if`: comparisons of affine values become sets of integers.

use rmlir::affine_maps::{AffineExpr, Constraint, IntegerSet};
use rmlir::prelude::*;
use rmlir_affine::analysis::indices::affine_indices;
use rmlir_affine::analysis::nest::enclosing_affine_ops;
use rmlir_affine::bounds::expr_bounds;
use rmlir_affine::{IfOp, YieldOp};
use rmlir_arith::{AndIOp, CmpIOp, CmpIPredicate, IndexCastOp};

/// The maximum number of comparisons that one condition is the conjunction of.
const MAX_COMPARISONS: usize = 8;

/// A condition in affine terms.
pub(super) struct AffineCondition {
    set: IntegerSet,
    operands: Vec<Value>,
    /// Whether the set is of the points for which the else region is executed.
    is_opposite: bool,
}

/// A comparison as the relation of the difference of its operands to zero.
struct Relation {
    expr: AffineExpr,
    is_eq: bool,
    is_opposite: bool,
}

impl Relation {
    /// An equality as the opposite of an inequality, if that is possible, and `is_wanted`: for an else region, which then is
    /// executed under one inequality instead of two.
    fn into_inequality(self, is_wanted: bool, is_natural: &dyn Fn(&AffineExpr) -> bool) -> Self {
        let positive = match () {
            () if !is_wanted || !self.is_eq || self.is_opposite => return self,
            () if is_natural(&self.expr) => self.expr,
            () if is_natural(&-self.expr.clone()) => -self.expr,
            () => return self,
        };
        Self { expr: positive - 1, is_eq: false, is_opposite: true }
    }
}

impl AffineCondition {
    /// The condition of `op`, if it is the conjunction of affine comparisons, and in an affine loop: others select among
    /// versions of loops, and are not part of them.
    pub fn of(body: &Body, op: rmlir_scf::IfOp) -> Option<Self> {
        if enclosing_affine_ops(body, op.id()).is_empty() {
            return None;
        }
        let comparisons = comparisons(body, op.condition(body))?;
        let values: Vec<Value> =
            comparisons.iter().flat_map(|comparison| [comparison.lhs(body), comparison.rhs(body)]).collect();
        let indices: Option<Vec<Value>> = values.iter().map(|&value| as_index(body, value)).collect();
        let (map, operands) = affine_indices(body, &indices?, true)?;
        let is_natural =
            |expr: &AffineExpr| expr_bounds(body, expr, map.n_dims(), &operands).0.is_some_and(|lower| lower >= 0);
        let has_else = op.else_block(body).is_some();
        let sides = map.results().chunks(2);
        let relations: Option<Vec<Relation>> = std::iter::zip(&comparisons, sides)
            .map(|(comparison, sides)| relation(comparison.predicate(body), &sides[0], &sides[1], &is_natural))
            .map(|relation| Some(relation?.into_inequality(comparisons.len() == 1 && has_else, &is_natural)))
            .collect();
        let relations = relations?;
        let is_opposite = relations.iter().any(|relation| relation.is_opposite);
        if is_opposite && relations.len() > 1 {
            return None;
        }
        let constraints = relations.into_iter().map(|it| Constraint { expr: it.expr, is_eq: it.is_eq });
        let set = IntegerSet::new(map.n_dims(), map.n_symbols(), constraints.collect::<Vec<_>>());
        Some(Self { set, operands, is_opposite })
    }
}

/// The comparisons that `condition` is the conjunction of.
fn comparisons(body: &Body, condition: Value) -> Option<Vec<CmpIOp>> {
    let (mut found, mut waiting) = (Vec::new(), vec![condition]);
    while let Some(value) = waiting.pop() {
        let op = OpRef::new(body, body.defining_op(value)?);
        if let Some(comparison) = op.cast::<CmpIOp>() {
            found.push(comparison);
        } else {
            let both = op.cast::<AndIOp>()?;
            waiting.extend([both.rhs(body), both.lhs(body)]);
        }
        if found.len() + waiting.len() > MAX_COMPARISONS {
            return None;
        }
    }
    Some(found)
}

/// The index that an integer of at least 64 bits was cast from; an index, or a constant, is one already.
fn as_index(body: &Body, value: Value) -> Option<Value> {
    if body.ty(value) == Type::INDEX || rmlir::core::fold::constant_value(body, value).is_some() {
        return Some(value);
    }
    let TypeData::Integer { width, .. } = body.cx().type_data(body.ty(value)) else { return None };
    let cast = OpRef::new(body, body.defining_op(value)?).cast::<IndexCastOp>()?;
    let from = cast.input(body);
    (*width >= 64 && body.ty(from) == Type::INDEX).then_some(from)
}

/// `lhs predicate rhs`; `None` if it is no affine relation, because the sign of an operand, or of the difference of
/// operands that differ, is unknown. `is_natural` tells whether an expression is known not to be negative.
fn relation(
    predicate: CmpIPredicate,
    lhs: &AffineExpr,
    rhs: &AffineExpr,
    is_natural: &dyn Fn(&AffineExpr) -> bool,
) -> Option<Relation> {
    use CmpIPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    let is_unsigned = matches!(predicate, Ult | Ule | Ugt | Uge);
    if is_unsigned && !(is_natural(lhs) && is_natural(rhs)) {
        return None;
    }
    let at_least_zero = |expr| Relation { expr, is_eq: false, is_opposite: false };
    Some(match predicate {
        Slt | Ult => at_least_zero(rhs - lhs - 1),
        Sle | Ule => at_least_zero(rhs - lhs),
        Sgt | Ugt => at_least_zero(lhs - rhs - 1),
        Sge | Uge => at_least_zero(lhs - rhs),
        Eq => Relation { expr: lhs - rhs, is_eq: true, is_opposite: false },
        Ne if is_natural(&(lhs - rhs)) => at_least_zero(lhs - rhs - 1),
        Ne if is_natural(&(rhs - lhs)) => at_least_zero(rhs - lhs - 1),
        Ne => Relation { expr: lhs - rhs, is_eq: true, is_opposite: true },
    })
}

/// Whether a region only ends.
fn does_nothing(body: &Body, region: RegionId) -> bool {
    let first = body.entry(region).and_then(|block| body.ops(block).next());
    first
        .is_none_or(|first| OpRef::new(body, first).is::<rmlir_scf::YieldOp>() && body.operands(first).next().is_none())
}

/// Replaces `op` by an affine condition with its regions.
pub(super) fn raise(rw: &mut Rewriter, op: rmlir_scf::IfOp, condition: AffineCondition) {
    let loc = rw.loc(op.id());
    rw.before(op.id());
    let types: Vec<Type> = rw.results(op.id()).iter().map(|&result| rw.ty(result)).collect();
    let set = rw.cx().attr(AttrData::IntegerSet(condition.set));
    let new = rw.create(IfOp::build(&types, &condition.operands, set).at(loc));
    let (then, otherwise) = (new.thenRegion(rw), new.elseRegion(rw));
    let (first, second) = if condition.is_opposite { (otherwise, then) } else { (then, otherwise) };
    for (from, to) in [(op.thenRegion(rw), first), (op.elseRegion(rw), second)] {
        if !does_nothing(rw, from) {
            rw.take_blocks(from, to);
        }
    }
    for region in [then, otherwise] {
        if let Some(end) = rw.entry(region).and_then(|block| rw.last_op(block)) {
            let yielded: Vec<Value> = rw.operands(end).collect();
            rw.before(end);
            rw.replace_with(end, YieldOp::build(&yielded));
        }
    }
    if rw.entry(then).is_none() {
        rw.create_block(then, &[], &[]);
        rw.create(YieldOp::build(&[]).at(loc));
    }
    let results = rw.results(new.id()).to_vec();
    rw.replace(op.id(), results);
}
