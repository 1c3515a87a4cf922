//! Conversion of products of broadcast columns and rows to outer products.

use rmlir::prelude::*;
use rmlir_arith::{MulFOp, MulIOp};
use rmlir_vector::*;

use crate::make::broadcast_source;

/// The patterns for products of floats and of integers.
pub fn patterns() -> PatternSet {
    let mut set = PatternSet::new();
    set.add(Pattern::of("FoldArithToVectorOuterProduct", |op: MulFOp, rw: &mut Rewriter| product(op.id(), rw)));
    set.add(Pattern::of("FoldArithToVectorOuterProduct", |op: MulIOp, rw: &mut Rewriter| product(op.id(), rw)));
    set
}

fn product(op: OpId, rw: &mut Rewriter) -> Match {
    let ty = rw.ty(rw.result(op, 0));
    if VectorType::of(rw, ty).is_none_or(|vector| vector.rank() != 2) {
        return rw.no_match(op, "not of matrices");
    }
    let [lhs, rhs] = [rw.operand(op, 0), rw.operand(op, 1)];
    let factors = |columns: Value, rows: Value| column(rw, columns).zip(row(rw, rows));
    let Some((column, row)) = factors(lhs, rhs).or_else(|| factors(rhs, lhs)) else {
        return rw.no_match(op, "not of repeated columns and rows");
    };
    rw.replace_with(op, OuterProductOp::build(ty, column, row, None));
    Match::Yes
}

/// The vector that is equal to all rows of `value`.
fn row(body: &Body, value: Value) -> Option<Value> {
    let source = broadcast_source(body, value)?;
    let (from, to) = (VectorType::of(body, body.ty(source))?, VectorType::at(body, value));
    (from.rank() == 1 && from.shape[0] == to.shape[1] && from.scalable[0] == to.scalable[1]).then_some(source)
}

/// The vector that is equal to all columns of `value`.
fn column(body: &Body, value: Value) -> Option<Value> {
    let transpose = defining::<TransposeOp>(body, value).filter(|transpose| transpose.order(body) == [1, 0])?;
    row(body, transpose.vector(body))
}
