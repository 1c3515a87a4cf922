//! The constraints collected so far, and the worklist of quantities whose bounds are not added yet.
//!
//! Columns: dimensions are the queried variables, symbols the quantities found on the way, in the order in which they
//! were found; divisions are locals.

use std::collections::VecDeque;

use rmlir_affine_maps::{AffineExpr, AffineMap, BoundKind};
use rmlir_core::body::ValueDefinition;
use rmlir_core::interfaces::DestinationStyle;
use rmlir_core::value_bounds::{BoundSet, Quantity, Relation, Term, ValueBounds};
use rmlir_core::{Body, OpRef, Value};
use rmlir_presburger::{Bound, Int, Kind, MapBound, Polyhedron, Remainders, Row, Side};

use super::variable::Variable;

/// The inclusive range of the vector scale.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScaleRange {
    /// The least scale.
    pub min: i64,
    /// The greatest scale.
    pub max: i64,
}

/// The limit of variables, beyond which no further quantities are followed: the time of elimination grows much faster
/// than their number. Upstream's tests need less than 30; a chain of divisions takes seconds with 60.
const MAX_VARIABLES: usize = 50;

/// The limit of nested queries by operations during their own query. Beyond it nothing is proved, which loses bounds of
/// selections and conditions that are nested deeper.
const MAX_NESTED: usize = 32;

/// Constants up to this size are used in expressions, whose arithmetic wraps; sums and products of two are exact. A
/// larger constant is a variable, so products with it are not linear.
const LARGEST_NUMBER: u64 = 1 << 31;

/// Whether the walk stops at a quantity.
pub(super) type Stop<'a> = &'a dyn Fn(&ConstraintSet, Quantity) -> bool;

/// The constraints found for quantities of a body.
pub(super) struct ConstraintSet<'a> {
    body: &'a Body<'a>,
    pub system: Polyhedron<Quantity>,
    waiting: VecDeque<Quantity>,
    stop: Stop<'a>,
    n_operations_asking: usize,
    scale: Option<VectorScale>,
}

/// The vector scale of the query.
struct VectorScale {
    range: ScaleRange,
    /// The quantity of the scale; all other occurrences of the scale are equal to it.
    quantity: Option<Quantity>,
}

impl<'a> ConstraintSet<'a> {
    /// The set without constraints.
    pub fn new(body: &'a Body<'a>, stop: Stop<'a>) -> Self {
        let system = Polyhedron::universe(0, 0, 0);
        Self { body, system, waiting: VecDeque::new(), stop, n_operations_asking: 0, scale: None }
    }

    /// The set whose only fact is the range of the vector scale.
    pub fn with_vector_scale(body: &'a Body<'a>, stop: Stop<'a>, range: ScaleRange) -> Self {
        Self { scale: Some(VectorScale { range, quantity: None }), ..Self::new(body, stop) }
    }

    /// The quantity of the vector scale, if it was found.
    pub fn vector_scale(&self) -> Option<Quantity> {
        self.scale.as_ref().and_then(|scale| scale.quantity)
    }

    /// Adds a dimension that is equal to `variable`.
    pub fn define(&mut self, variable: &Variable) {
        let column = self.system.append(Kind::Dim, None);
        let expr = self.expr_of(variable);
        self.add_at(column, Side::Equal, expr, 0);
    }

    /// The expression of a variable over the columns.
    pub fn expr_of(&mut self, variable: &Variable) -> AffineExpr {
        let operands: Vec<AffineExpr> = variable.operands.iter().map(|&operand| self.expr(operand)).collect();
        variable.expr.replace_symbols(&operands)
    }

    /// Adds the bounds of all quantities on the worklist, and of those that these refer to.
    pub fn process(&mut self) {
        while let Some(quantity) = self.waiting.pop_front() {
            if !(self.stop)(self, quantity) {
                self.ask(quantity);
            }
        }
    }

    /// As [`Self::process`], for a query by an operation during its own query; `None` beyond the limit of nesting.
    fn process_nested(&mut self) -> Option<()> {
        if self.n_operations_asking == MAX_NESTED {
            return None;
        }
        self.n_operations_asking += 1;
        self.process();
        self.n_operations_asking -= 1;
        Some(())
    }

    fn ask(&mut self, quantity: Quantity) {
        let Quantity { value, dim } = quantity;
        let Some(owner) = self.owner(value) else { return };
        match (owner.interface::<dyn ValueBounds>(), dim) {
            (Some(bounds), Some(dim)) => bounds.size_bounds(owner, value, dim, self),
            (Some(bounds), None) => bounds.index_bounds(owner, value, self),
            (None, Some(dim)) => {
                if let Some(init) = init_of(owner, value) {
                    let size = self.expr(Quantity::size(init, dim));
                    self.add(quantity, Relation::Equal, size);
                }
            }
            (None, None) => {}
        }
    }

    /// The operation that defines `value`, as a result or in the entry block of one of its regions.
    fn owner(&self, value: Value) -> Option<OpRef<'a>> {
        let op = match self.body.value_def(value) {
            ValueDefinition::Result(op, _) => op,
            ValueDefinition::Argument(block, _) if self.body.is_entry(block) => self.body.block_parent_op(block)?,
            ValueDefinition::Argument(..) => return None,
        };
        Some(OpRef::new(self.body, op))
    }

    /// Adds that the variable at `column` is bounded by `expr + shift`; a bound that is not linear is ignored.
    fn add_at(&mut self, column: usize, side: Side, expr: AffineExpr, shift: i64) {
        let map = self.map([expr]);
        let remainders = if self.scale.is_some() { Remainders::Bounded } else { Remainders::Refused };
        let _ = self.system.add_map_bound(column, &MapBound { side, map: &map, shift, remainders });
    }

    /// The map with these results over the columns.
    fn map<const N: usize>(&self, results: [AffineExpr; N]) -> AffineMap {
        AffineMap::new(self.system.n_dims() as u32, self.system.n_symbols() as u32, results)
    }

    fn column(&mut self, quantity: Quantity) -> usize {
        self.system.find(quantity).unwrap_or_else(|| {
            if self.system.n_vars() < MAX_VARIABLES {
                self.waiting.push_back(quantity);
            }
            self.system.append(Kind::Symbol, Some(quantity))
        })
    }

    /// Whether the constraints imply the relation between two expressions over the columns.
    pub fn says(&self, left: &AffineExpr, relation: Relation, right: &AffineExpr) -> bool {
        let mut system = self.system.clone();
        let Some(rows) = system.flatten_and_merge_locals(&self.map([left.clone(), right.clone()])) else {
            return false;
        };
        // A contradiction implies everything: facts about unreachable code are of no use.
        if system.is_empty() {
            return false;
        }
        let excess: Row = std::iter::zip(&rows[0], &rows[1]).map(|(left, right)| left - right).collect();
        let deficit: Row = excess.iter().map(|number| -number).collect();
        match relation {
            Relation::Below => is_at_least(&system, &deficit, 1),
            Relation::AtMost => is_at_least(&system, &deficit, 0),
            Relation::Equal => is_at_least(&system, &deficit, 0) && is_at_least(&system, &excess, 0),
            Relation::AtLeast => is_at_least(&system, &excess, 0),
            Relation::Above => is_at_least(&system, &excess, 1),
        }
    }
}

/// Whether the constraints imply that `row` is at least `least`.
fn is_at_least(system: &Polyhedron<Quantity>, row: &Row, least: i64) -> bool {
    let mut opposite: Row = row.iter().map(|number| -number).collect();
    *opposite.last_mut().expect("a row has a constant") += &Int::from(least - 1);
    let mut system = system.clone();
    system.add_inequality(opposite);
    system.is_empty()
}

/// The operand that is tied to result `value` in destination-passing style, which has the same shape.
fn init_of(op: OpRef, value: Value) -> Option<Value> {
    let inits = op.interface::<dyn DestinationStyle>()?.inits(op);
    let index = op.results().position(|result| result.id == value)?;
    let init = op.operand(inits.clone().nth(index)?);
    (init.ty() == op.result(index).ty()).then_some(init.id)
}

impl BoundSet for ConstraintSet<'_> {
    fn expr(&mut self, quantity: Quantity) -> AffineExpr {
        let number = quantity.constant(self.body);
        if let Some(number) = number.filter(|number| number.unsigned_abs() <= LARGEST_NUMBER) {
            return AffineExpr::constant(number);
        }
        let column = match (self.system.find(quantity), number) {
            (Some(column), _) => column,
            (None, Some(number)) => {
                let column = self.system.append(Kind::Symbol, Some(quantity));
                self.system.fix(column, number);
                column
            }
            (None, None) => self.column(quantity),
        };
        AffineExpr::symbol((column - self.system.n_dims()) as u32)
    }

    fn add(&mut self, quantity: Quantity, relation: Relation, expr: AffineExpr) {
        let column = self.column(quantity);
        match relation {
            Relation::Below => self.add_at(column, Side::Upper, expr, 0),
            Relation::AtMost => self.add_at(column, Side::Upper, expr, 1),
            Relation::Equal => self.add_at(column, Side::Equal, expr, 0),
            Relation::AtLeast => self.add_at(column, Side::Lower, expr, 0),
            Relation::Above => self.add_at(column, Side::Lower, expr, 1),
        }
    }

    fn collect(&mut self, quantity: Quantity) {
        self.expr(quantity);
        let _ = self.process_nested();
    }

    fn constant(&mut self, expr: &AffineExpr, kind: BoundKind) -> Option<i64> {
        self.process_nested()?;
        let mut system = self.system.clone();
        let column = system.append(Kind::Dim, None);
        let map = AffineMap::new(system.n_dims() as u32, system.n_symbols() as u32, [expr.clone()]);
        system.add_aligned_bound(Side::Equal, column, &map)?;
        let bound = match kind {
            BoundKind::Lower => Bound::Lower,
            BoundKind::Upper => Bound::Upper,
        };
        system.constant_bound_i64(bound, column)
    }

    fn add_vector_scale(&mut self, quantity: Quantity) {
        let Some(scale) = &mut self.scale else { return };
        let range = scale.range;
        match scale.quantity {
            Some(known) => {
                let known = self.expr(known);
                self.add(quantity, Relation::Equal, known);
            }
            None => {
                scale.quantity = Some(quantity);
                self.add(quantity, Relation::AtLeast, AffineExpr::constant(range.min));
                self.add(quantity, Relation::AtMost, AffineExpr::constant(range.max));
            }
        }
    }

    fn proves(&mut self, left: Term, relation: Relation, right: Term) -> bool {
        let mut known = |term| {
            let expr = match term {
                Term::Number(number) => AffineExpr::constant(number),
                Term::Quantity(quantity) => self.expr(quantity),
            };
            self.process_nested().map(|()| expr)
        };
        match (known(left), known(right)) {
            (Some(left), Some(right)) => self.says(&left, relation, &right),
            _ => false,
        }
    }
}
