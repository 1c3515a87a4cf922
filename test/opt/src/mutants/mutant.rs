//! A mutant, and small changes of operations.

use rmlir::prelude::*;

/// A mutant.
pub struct Mutant {
    /// With hyphens; the function's name has underscores instead.
    pub name: &'static str,
    /// The operation that is changed.
    pub op: &'static str,
    /// Makes the change; `false` if it does not apply here.
    pub(super) mutate: fn(&mut Rewriter, OpId) -> bool,
}

pub(super) const fn mutant(name: &'static str, op: &'static str, mutate: fn(&mut Rewriter, OpId) -> bool) -> Mutant {
    Mutant { name, op, mutate }
}

pub(super) fn is_named(body: &Body, op: OpId, name: &str) -> bool {
    OpRef::new(body, op).name_str() == name
}

/// Swaps two operands; `false` if they are the same or of different types.
pub(super) fn swap(rw: &mut Rewriter, op: OpId, first: usize, second: usize) -> bool {
    let (a, b) = (rw.operand(op, first), rw.operand(op, second));
    if a == b || rw.ty(a) != rw.ty(b) {
        return false;
    }
    rw.set_operand(op, first, b);
    rw.set_operand(op, second, a);
    true
}

/// Replaces operand `index` by itself plus `number`, which is computed right before.
pub(super) fn add_to_operand(rw: &mut Rewriter, op: OpId, index: usize, number: i64) -> bool {
    let value = rw.operand(op, index);
    let ty = rw.ty(value);
    rw.before(op);
    let number = rmlir_arith::constant_int(rw, number, ty);
    let sum = rw.value(rmlir_arith::AddIOp::build(value, number));
    rw.set_operand(op, index, sum);
    true
}

/// Swaps two elements of an integer array property.
pub(super) fn swap_numbers(rw: &mut Rewriter, op: OpId, slot: usize, first: usize, second: usize) -> bool {
    let Some(mut numbers) = rw.prop(op, slot).and_then(|attr| attr.as_int_array(rw.cx())) else { return false };
    if numbers.len() <= first.max(second) || numbers[first] == numbers[second] {
        return false;
    }
    numbers.swap(first, second);
    let numbers = rw.i64_array(&numbers);
    rw.set_prop(op, slot, numbers);
    true
}

/// Erases the operation, which must have no uses.
pub(super) fn drop_it(rw: &mut Rewriter, op: OpId) -> bool {
    rw.erase(op) == Match::Yes
}

/// Replaces the result by an operand.
pub(super) fn replace_by_operand(rw: &mut Rewriter, op: OpId, index: usize) -> bool {
    let value = rw.operand(op, index);
    rw.replace(op, [value]) == Match::Yes
}
