//! Value bounds: relations between results and operands as integers, for the analysis of bounds.
//!
//! Results are assumed to be exact, as for integers of any size: indices are not expected to wrap.

use rmlir::affine_maps::AffineExpr;
use rmlir::core::value_bounds::{BoundSet, Quantity, Relation, Term, ValueBounds, add_one_of};
use rmlir::prelude::*;

use crate::cast::ExtSIOp;
use crate::compare::SelectOp;
use crate::constant::ConstantOp;
use crate::integer::*;

/// Rows of `Op = |set, result, lhs, rhs| statement;`, with the affine expressions of both operands.
macro_rules! of_expressions {
    ($($op:ident = |$set:ident, $result:ident, $lhs:ident, $rhs:ident| $add:expr;)*) => {$(
        impl ValueBounds for $op<()> {
            fn index_bounds(&self, op: OpRef, value: Value, $set: &mut dyn BoundSet) {
                let $result = Quantity::index(value);
                let $lhs = $set.expr(operand(op, 0));
                let $rhs = $set.expr(operand(op, 1));
                $add;
            }
        }
    )*};
}

of_expressions! {
    AddIOp = |set, result, lhs, rhs| set.add(result, Relation::Equal, lhs + rhs);
    SubIOp = |set, result, lhs, rhs| set.add(result, Relation::Equal, lhs - rhs);
    MulIOp = |set, result, lhs, rhs| set.add(result, Relation::Equal, lhs * rhs);
    FloorDivSIOp = |set, result, lhs, rhs| set.add(result, Relation::Equal, lhs.floor_div(rhs));
    CeilDivSIOp = |set, result, lhs, rhs| set.add(result, Relation::Equal, lhs.ceil_div(rhs));
    MinSIOp = |set, result, lhs, rhs| add_both(set, result, Relation::AtMost, [lhs, rhs]);
    MaxSIOp = |set, result, lhs, rhs| add_both(set, result, Relation::AtLeast, [lhs, rhs]);
}

fn operand(op: OpRef, index: usize) -> Quantity {
    Quantity::index(op.operand(index).id)
}

fn add_both(set: &mut dyn BoundSet, result: Quantity, relation: Relation, exprs: [AffineExpr; 2]) {
    for expr in exprs {
        set.add(result, relation, expr);
    }
}

/// Whether `quantity` is known to have the relation `relation` to 0.
fn is(set: &mut dyn BoundSet, quantity: Quantity, relation: Relation) -> bool {
    set.proves(Term::Quantity(quantity), relation, Term::Number(0))
}

impl ValueBounds for ConstantOp<()> {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        if let Some(number) = op.get(ConstantOp::value).as_i64(op.cx()) {
            set.add(Quantity::index(value), Relation::Equal, AffineExpr::constant(number));
        }
    }
}

impl ValueBounds for ExtSIOp<()> {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let narrow = set.expr(operand(op, 0));
        set.add(Quantity::index(value), Relation::Equal, narrow);
    }
}

impl ValueBounds for DivUIOp<()> {
    /// For non-negative integers, unsigned division is integer division.
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let (lhs, rhs, result) = (operand(op, 0), operand(op, 1), Quantity::index(value));
        let lhs_is_not_negative = is(set, lhs, Relation::AtLeast);
        let rhs_is_positive = is(set, rhs, Relation::Above);
        if lhs_is_not_negative && rhs_is_positive {
            let lhs = set.expr(lhs);
            let rhs = set.expr(rhs);
            set.add(result, Relation::AtLeast, AffineExpr::constant(0));
            set.add(result, Relation::Equal, lhs.floor_div(rhs));
        }
    }
}

impl ValueBounds for DivSIOp<()> {
    /// The quotient is rounded toward 0: down if it is positive, up if it is negative.
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let (lhs, rhs, result) = (operand(op, 0), operand(op, 1), Quantity::index(value));
        let lhs_is_not_negative = is(set, lhs, Relation::AtLeast);
        let lhs_is_not_positive = is(set, lhs, Relation::AtMost);
        let rhs_is_positive = is(set, rhs, Relation::Above);
        let rhs_is_negative = is(set, rhs, Relation::Below);
        let lhs = set.expr(lhs);
        let rhs = set.expr(rhs);
        let (down, up) = (lhs.floor_div(&rhs), lhs.ceil_div(&rhs));
        set.add(result, Relation::AtLeast, down.clone());
        set.add(result, Relation::AtMost, up.clone());
        if (lhs_is_not_negative && rhs_is_positive) || (lhs_is_not_positive && rhs_is_negative) {
            set.add(result, Relation::Equal, down);
            set.add(result, Relation::AtLeast, AffineExpr::constant(0));
        } else if (lhs_is_not_positive && rhs_is_positive) || (lhs_is_not_negative && rhs_is_negative) {
            set.add(result, Relation::Equal, up);
            set.add(result, Relation::AtMost, AffineExpr::constant(0));
        }
    }
}

impl ValueBounds for RemSIOp<()> {
    /// A remainder has the sign of the dividend, and is smaller than the divisor.
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let (lhs, rhs, result) = (operand(op, 0), operand(op, 1), Quantity::index(value));
        let divisor = set.expr(rhs);
        let rhs_is_positive = is(set, rhs, Relation::Above);
        let rhs_is_negative = is(set, rhs, Relation::Below);
        let size = match (rhs_is_positive, rhs_is_negative) {
            (true, _) => Some(divisor),
            (_, true) => Some(-divisor),
            _ => None,
        };
        if is(set, lhs, Relation::AtMost) {
            set.add(result, Relation::AtMost, AffineExpr::constant(0));
            if let Some(size) = &size {
                set.add(result, Relation::AtLeast, -size + 1);
            }
        }
        if is(set, lhs, Relation::AtLeast) {
            set.add(result, Relation::AtLeast, AffineExpr::constant(0));
            if let Some(size) = size {
                set.add(result, Relation::AtMost, size - 1);
            }
        }
    }
}

impl ValueBounds for RemUIOp<()> {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let (rhs, result) = (operand(op, 1), Quantity::index(value));
        let divisor = set.expr(rhs);
        if is(set, rhs, Relation::Above) {
            set.add(result, Relation::AtLeast, AffineExpr::constant(0));
            set.add(result, Relation::AtMost, divisor - 1);
        }
    }
}

impl ValueBounds for MinUIOp<()> {
    /// A non-negative integer is less, as unsigned, than a negative one: the result is at
    /// most the non-negative operand.
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let known = operands_not_negative(op, set);
        if !known.is_empty() {
            set.add(Quantity::index(value), Relation::AtLeast, AffineExpr::constant(0));
        }
        for quantity in known {
            let expr = set.expr(quantity);
            set.add(Quantity::index(value), Relation::AtMost, expr);
        }
    }
}

impl ValueBounds for MaxUIOp<()> {
    /// The result may be the other operand, which as a signed integer may be less; so both have to be known.
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let known = operands_not_negative(op, set);
        if known.len() < 2 {
            return;
        }
        for quantity in known {
            let expr = set.expr(quantity);
            set.add(Quantity::index(value), Relation::AtLeast, expr);
        }
    }
}

fn operands_not_negative(op: OpRef, set: &mut dyn BoundSet) -> Vec<Quantity> {
    let operands = [operand(op, 0), operand(op, 1)];
    operands.into_iter().filter(|&quantity| is(set, quantity, Relation::AtLeast)).collect()
}

impl ValueBounds for SelectOp<()> {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let sides = [1, 2].map(|index| operand(op, index));
        for side in sides {
            set.collect(side);
        }
        add_one_of(set, Quantity::index(value), sides);
    }

    /// In an elementwise selection the operands have the sizes of the result.
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        let size = |index: usize| Quantity::size(op.operand(index).id, dim);
        if op.operand(SelectOp::CONDITION_OPERAND).ty().is_shaped(op.cx()) {
            for index in [1, 2, 0] {
                let expr = set.expr(size(index));
                set.add(Quantity::size(value, dim), Relation::Equal, expr);
            }
            return;
        }
        let sides = [size(1), size(2)];
        for side in sides {
            set.collect(side);
        }
        add_one_of(set, Quantity::size(value, dim), sides);
    }
}
