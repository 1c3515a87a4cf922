//! Expansion of affine expressions to operations of the `arith` dialect, and of delinearization and linearization.
//!
//! A division or remainder by a constant that is not positive is undefined: such an expression has no expansion.

use rmlir::affine_maps::{AffineExpr, AffineKind, AffineMap, BinaryKind};
use rmlir::core::DYNAMIC;
use rmlir::prelude::*;
use rmlir_arith::{
    AddIOp, CmpIOp, CmpIPredicate, ConstantOp, DivSIOp, FloorDivSIOp, IntegerOverflowFlags, MulIOp, RemSIOp, SelectOp,
    SubIOp,
};
use smallvec::{SmallVec, smallvec};

use crate::{DelinearizeIndexOp, LinearizeIndexOp};

/// The kind of the first division or remainder in `expr` by a constant that is not positive.
pub fn undefined_quotient(expr: &AffineExpr) -> Option<BinaryKind> {
    if !matches!(expr.kind(), AffineKind::Binary(..)) {
        return None;
    }
    let mut waiting: SmallVec<[&AffineExpr; 8]> = smallvec![expr];
    while let Some(expr) = waiting.pop() {
        let AffineKind::Binary(kind, lhs, rhs) = expr.kind() else { continue };
        let is_quotient = matches!(kind, BinaryKind::Mod | BinaryKind::FloorDiv | BinaryKind::CeilDiv);
        if is_quotient && rhs.as_constant().is_some_and(|by| by <= 0) {
            return Some(kind);
        }
        waiting.extend([rhs, lhs]);
    }
    None
}

/// Whether all results of `map` have an expansion.
pub fn is_expandable(map: &AffineMap) -> bool {
    map.results().iter().all(|expr| undefined_quotient(expr).is_none())
}

/// Creates the results of `map` at the insertion point; nothing is created if one of them has no expansion.
pub fn expand_map(rw: &mut Rewriter, loc: Loc, map: &AffineMap, operands: &[Value]) -> Option<Vec<Value>> {
    if !is_expandable(map) {
        return None;
    }
    let (dims, symbols) = operands.split_at(map.n_dims() as usize);
    map.results().iter().map(|expr| expand_expr(rw, loc, expr, dims, symbols)).collect()
}

/// Creates the value of `expr` at the insertion point.
pub fn expand_expr(rw: &mut Rewriter, loc: Loc, expr: &AffineExpr, dims: &[Value], symbols: &[Value]) -> Option<Value> {
    enum Step<'e> {
        Enter(&'e AffineExpr),
        Leave(BinaryKind),
    }
    if undefined_quotient(expr).is_some() {
        return None;
    }
    let mut waiting: SmallVec<[Step; 8]> = smallvec![Step::Enter(expr)];
    let mut done: SmallVec<[Value; 8]> = SmallVec::new();
    while let Some(step) = waiting.pop() {
        match step {
            Step::Enter(expr) => match expr.kind() {
                AffineKind::Dim(position) => done.push(dims[position as usize]),
                AffineKind::Symbol(position) => done.push(symbols[position as usize]),
                AffineKind::Constant(value) => done.push(index(rw, loc, value)),
                AffineKind::Binary(kind, lhs, rhs) => {
                    waiting.extend([Step::Leave(kind), Step::Enter(rhs), Step::Enter(lhs)]);
                }
            },
            Step::Leave(kind) => {
                let rhs = done.pop().expect("operands are made before their operation");
                let lhs = done.pop().expect("operands are made before their operation");
                done.push(expand_binary(rw, loc, kind, lhs, rhs));
            }
        }
    }
    done.pop()
}

fn expand_binary(rw: &mut Rewriter, loc: Loc, kind: BinaryKind, lhs: Value, rhs: Value) -> Value {
    match kind {
        BinaryKind::Add => rw.value(AddIOp::build(lhs, rhs).at(loc)),
        BinaryKind::Mul => mul(rw, loc, lhs, rhs, IntegerOverflowFlags::NoSignedWrap),
        BinaryKind::Mod => {
            let rest = rw.value(RemSIOp::build(lhs, rhs).at(loc));
            let zero = index(rw, loc, 0);
            let is_negative = compare(rw, loc, CmpIPredicate::Slt, rest, zero);
            let corrected = rw.value(AddIOp::build(rest, rhs).at(loc));
            rw.value(SelectOp::build(is_negative, corrected, rest).at(loc))
        }
        BinaryKind::FloorDiv => expand_floor_div(rw, loc, lhs, rhs),
        BinaryKind::CeilDiv => expand_ceil_div(rw, loc, lhs, rhs),
    }
}

/// `a < 0 ? -1 - (-1 - a) / b : a / b`, with one division.
fn expand_floor_div(rw: &mut Rewriter, loc: Loc, lhs: Value, rhs: Value) -> Value {
    let zero = index(rw, loc, 0);
    let minus_one = index(rw, loc, -1);
    let is_negative = compare(rw, loc, CmpIPredicate::Slt, lhs, zero);
    let flipped = rw.value(SubIOp::build(minus_one, lhs).at(loc));
    let dividend = rw.value(SelectOp::build(is_negative, flipped, lhs).at(loc));
    let quotient = rw.value(DivSIOp::build(dividend, rhs).at(loc));
    let flipped = rw.value(SubIOp::build(minus_one, quotient).at(loc));
    rw.value(SelectOp::build(is_negative, flipped, quotient).at(loc))
}

/// `a <= 0 ? -(-a / b) : (a - 1) / b + 1`, with one division.
fn expand_ceil_div(rw: &mut Rewriter, loc: Loc, lhs: Value, rhs: Value) -> Value {
    let zero = index(rw, loc, 0);
    let one = index(rw, loc, 1);
    let is_not_positive = compare(rw, loc, CmpIPredicate::Sle, lhs, zero);
    let negated = rw.value(SubIOp::build(zero, lhs).at(loc));
    let decremented = rw.value(SubIOp::build(lhs, one).at(loc));
    let dividend = rw.value(SelectOp::build(is_not_positive, negated, decremented).at(loc));
    let quotient = rw.value(DivSIOp::build(dividend, rhs).at(loc));
    let negated = rw.value(SubIOp::build(zero, quotient).at(loc));
    let incremented = rw.value(AddIOp::build(quotient, one).at(loc));
    rw.value(SelectOp::build(is_not_positive, negated, incremented).at(loc))
}

fn index(rw: &mut Rewriter, loc: Loc, value: i64) -> Value {
    let value = rw.index_attr(value);
    rw.value(ConstantOp::build(value).at(loc))
}

fn compare(rw: &mut Rewriter, loc: Loc, predicate: CmpIPredicate, lhs: Value, rhs: Value) -> Value {
    let predicate = predicate.attr(rw);
    rw.value(CmpIOp::build(lhs, rhs, predicate).at(loc))
}

fn mul(rw: &mut Rewriter, loc: Loc, lhs: Value, rhs: Value, flags: IntegerOverflowFlags) -> Value {
    let flags = flags.attr(rw);
    rw.value(MulIOp::build(lhs, rhs).prop(MulIOp::OVERFLOW_FLAGS, flags).at(loc))
}

fn add_no_wrap(rw: &mut Rewriter, loc: Loc, lhs: Value, rhs: Value) -> Value {
    let flags = IntegerOverflowFlags::NoSignedWrap.attr(rw);
    rw.value(AddIOp::build(lhs, rhs).prop(AddIOp::OVERFLOW_FLAGS, flags).at(loc))
}

/// The products of the suffixes of a basis: of all elements, of all but the first, and so on. `values` may have further
/// ones before those of `fixed`.
fn strides(rw: &mut Rewriter, loc: Loc, fixed: &[i64], values: &[Value], flags: IntegerOverflowFlags) -> Vec<Value> {
    let mut values = values.iter().rev();
    let (mut product, mut fixed_product): (Option<Value>, i64) = (None, 1);
    let mut strides = Vec::with_capacity(fixed.len());
    for &size in fixed.iter().rev() {
        if size != DYNAMIC {
            fixed_product = fixed_product.wrapping_mul(size);
        } else if let Some(&value) = values.next() {
            product = Some(product.map_or(value, |product| mul(rw, loc, product, value, flags)));
        }
        strides.push(match product {
            Some(product) if fixed_product == 1 => product,
            Some(product) => {
                let fixed_part = index(rw, loc, fixed_product);
                mul(rw, loc, product, fixed_part, flags)
            }
            None => index(rw, loc, fixed_product),
        });
    }
    strides.reverse();
    strides
}

/// Replaces `op` by divisions and remainders.
pub fn expand_delinearize_index(rw: &mut Rewriter, op: DelinearizeIndexOp) -> Match {
    let (loc, linear) = (rw.loc(op.id()), op.linear_index(rw));
    let n_results = rw.n_results(op.id());
    if n_results == 1 {
        return rw.replace(op, [linear]);
    }
    let (fixed, values) = (op.static_basis_values(rw), op.dynamic_basis(rw));
    let fixed = &fixed[usize::from(op.has_outer_bound(rw))..];
    let no_wrap = both(IntegerOverflowFlags::NoSignedWrap, IntegerOverflowFlags::NoUnsignedWrap);
    let strides = strides(rw, loc, fixed, &values, no_wrap);
    let zero = index(rw, loc, 0);
    let mut results = vec![rw.value(FloorDivSIOp::build(linear, strides[0]).at(loc))];
    for pair in strides.windows(2) {
        let rest = remainder(rw, loc, linear, pair[0], zero);
        results.push(rw.value(DivSIOp::build(rest, pair[1]).at(loc)));
    }
    results.push(remainder(rw, loc, linear, strides[strides.len() - 1], zero));
    rw.replace(op, results)
}

fn both(a: IntegerOverflowFlags, b: IntegerOverflowFlags) -> IntegerOverflowFlags {
    IntegerOverflowFlags::from_value(a.value() | b.value()).expect("flags can be combined")
}

/// `linear` modulo the positive `stride`.
fn remainder(rw: &mut Rewriter, loc: Loc, linear: Value, stride: Value, zero: Value) -> Value {
    let rest = rw.value(RemSIOp::build(linear, stride).at(loc));
    let is_negative = compare(rw, loc, CmpIPredicate::Slt, rest, zero);
    let corrected = add_no_wrap(rw, loc, rest, stride);
    rw.value(SelectOp::build(is_negative, corrected, rest).at(loc))
}

/// Replaces `op` by multiplications and additions. Terms that are invariant in more enclosing loops are added first, so
/// that the sum can be hoisted.
pub fn expand_linearize_index(rw: &mut Rewriter, op: LinearizeIndexOp) -> Match {
    let (loc, indices) = (rw.loc(op.id()), op.multi_index(rw));
    let Some((&last, scaled)) = indices.split_last() else {
        let zero = index(rw, loc, 0);
        return rw.replace(op, [zero]);
    };
    let (fixed, values) = (op.static_basis_values(rw), op.dynamic_basis(rw));
    let fixed = &fixed[usize::from(op.has_outer_bound(rw))..];
    let mut flags = IntegerOverflowFlags::NoSignedWrap;
    if op.disjoint(rw) {
        flags = both(flags, IntegerOverflowFlags::NoUnsignedWrap);
    }
    let strides = strides(rw, loc, fixed, &values, flags);
    let mut terms = Vec::with_capacity(indices.len());
    for (&term, stride) in scaled.iter().zip(strides) {
        let product = mul(rw, loc, term, stride, IntegerOverflowFlags::NoSignedWrap);
        terms.push((n_invariant_loops(rw, op.id(), term), product));
    }
    terms.push((n_invariant_loops(rw, op.id(), last), last));
    terms.sort_by_key(|&(n_loops, _)| std::cmp::Reverse(n_loops));
    let mut sum = terms[0].1;
    for &(_, term) in &terms[1..] {
        sum = add_no_wrap(rw, loc, sum, term);
    }
    rw.replace(op, [sum])
}

/// The number of innermost loops around `op` in which `value` is invariant.
fn n_invariant_loops(body: &Body, op: OpId, value: Value) -> usize {
    let mut count = 0;
    let mut around = body.parent_op(op);
    while let Some(outer) = around {
        if let Some(interface) = body.interface::<dyn LoopLike>(outer) {
            if !interface.is_defined_outside(OpRef::new(body, outer), value) {
                break;
            }
            count += 1;
        }
        around = body.parent_op(outer);
    }
    count
}

/// Creates the maximum of `values` (or the minimum) at the insertion point.
pub fn reduce_min_max(rw: &mut Rewriter, loc: Loc, is_max: bool, values: &[Value]) -> Value {
    let mut reduced = values[0];
    for &value in &values[1..] {
        reduced = match is_max {
            true => rw.value(rmlir_arith::MaxSIOp::build(reduced, value).at(loc)),
            false => rw.value(rmlir_arith::MinSIOp::build(reduced, value).at(loc)),
        };
    }
    reduced
}
