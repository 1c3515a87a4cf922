//! Value bounds of operations with maps and bases; and constant differences of indices.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::analysis::bounds::{Side, Variable, constant_bound};
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::value_bounds::{BoundSet, Quantity, Relation, ValueBounds};
use rmlir::prelude::*;

use crate::compose::fully_compose_map_and_operands;
use crate::min_max::MAP;
use crate::simplify::Operands;
use crate::syntax::map_prop;
use crate::{ApplyOp, DelinearizeIndexOp, LinearizeIndexOp, MaxOp, MinOp};

/// The difference `left - right`, if it is constant after composition with the operations that define them.
pub fn constant_difference(body: &Body, left: Value, right: Value) -> Option<i64> {
    let mut map = AffineMap::new(2, 0, [AffineExpr::dim(0) - AffineExpr::dim(1)]);
    let mut operands = vec![left, right];
    fully_compose_map_and_operands(body, &mut map, &mut operands);
    let difference = Variable::of_expr(map.result(0), map.n_dims(), &operands);
    constant_bound(body, Side::Equal, &difference)
}

/// Inclusive constant bounds of `expr` over `operands`, the first `n_dims` of which are dimensions: by the bounds of loops
/// whose induction variables they are.
pub fn expr_bounds(body: &Body, expr: &AffineExpr, n_dims: u32, operands: &[Value]) -> (Option<i64>, Option<i64>) {
    Operands::new(body, n_dims, operands).bounds(expr)
}

/// The results of a map over `operands`.
fn exprs(set: &mut dyn BoundSet, map: &AffineMap, operands: &[Value]) -> Vec<AffineExpr> {
    let inputs: Vec<AffineExpr> = operands.iter().map(|&operand| set.expr(Quantity::index(operand))).collect();
    let (dims, symbols) = inputs.split_at(map.n_dims() as usize);
    map.results().iter().map(|expr| expr.replace_dims_and_symbols(dims, symbols)).collect()
}

impl ValueBounds for ApplyOp<()> {
    /// The map is composed with the definitions of its operands first, which may simplify nonlinear expressions.
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let mut map = op.get(ApplyOp::map).clone();
        let mut operands = value_ids(op.operands());
        fully_compose_map_and_operands(op.body, &mut map, &mut operands);
        for expr in exprs(set, &map, &operands) {
            set.add(Quantity::index(value), Relation::Equal, expr);
        }
    }
}

fn add_each(op: OpRef, value: Value, relation: Relation, set: &mut dyn BoundSet) {
    for expr in exprs(set, map_prop(op, MAP), &value_ids(op.operands())) {
        set.add(Quantity::index(value), relation, expr);
    }
}

impl ValueBounds for MinOp<()> {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        add_each(op, value, Relation::AtMost, set);
    }
}

impl ValueBounds for MaxOp<()> {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        add_each(op, value, Relation::AtLeast, set);
    }
}

impl ValueBounds for DelinearizeIndexOp<()> {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let delinearize = DelinearizeIndexOp::from_id(op.id);
        let basis = delinearize.padded_basis(op.body);
        let place =
            op.results().position(|result| result.id == value).expect("the operation makes what it is asked for");
        let linear = set.expr(Quantity::index(delinearize.linear_index(op.body)));
        let inner = basis[place + 1..].iter().flatten();
        let divisor = inner.fold(AffineExpr::constant(1), |product, &size| product * set.mixed(size));
        let result = Quantity::index(value);
        let size = basis[place].map(|size| set.mixed(size));
        match size {
            Some(size) if place > 0 => {
                let rest = AffineExpr::binary(rmlir::affine_maps::BinaryKind::Mod, &linear, &(size * divisor.clone()));
                set.add(result, Relation::Equal, rest.floor_div(divisor));
            }
            size => {
                set.add(result, Relation::Equal, linear.floor_div(divisor));
                if let Some(size) = size {
                    set.add(result, Relation::Below, size);
                }
            }
        }
    }
}

impl ValueBounds for LinearizeIndexOp<()> {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let linearize = LinearizeIndexOp::from_id(op.id);
        let (indices, basis) = (linearize.multi_index(op.body), linearize.padded_basis(op.body));
        let (mut sum, mut stride) = (AffineExpr::constant(0), AffineExpr::constant(1));
        for (place, &index) in indices.iter().enumerate().skip(1).rev() {
            sum = sum + set.expr(Quantity::index(index)) * stride.clone();
            stride = stride * basis[place].map_or(AffineExpr::constant(1), |size: MixedIndex| set.mixed(size));
        }
        let Some(&first) = indices.first() else { return };
        sum = sum + set.expr(Quantity::index(first)) * stride.clone();
        let result = Quantity::index(value);
        set.add(result, Relation::Equal, sum);
        if let (true, Some(size)) = (linearize.disjoint(op.body), basis[0]) {
            let size = set.mixed(size);
            set.add(result, Relation::Below, stride * size);
        }
    }
}
