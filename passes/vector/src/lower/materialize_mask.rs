//! Lowering of masks to comparisons of integers, and of out-of-bounds transfers to masked in-bounds ones.

use rmlir::core::fields::{operand_range, replace_operands};
use rmlir::prelude::*;
use rmlir_arith::{AndIOp, CmpIOp, CmpIPredicate, ConstantOp, IndexCastOp, SelectOp, SubIOp};
use rmlir_vector::place::{TOO_MANY_ELEMENTS, may_list};
use rmlir_vector::*;

use super::of_benefit;
use crate::make::{broadcast, constant, size_of};

/// The patterns for masks of at most one dimension. Integers have 32 bits if `force_32_bits`, else 64.
pub fn patterns(force_32_bits: bool, benefit: u16) -> PatternSet {
    let mut set = PatternSet::new();
    let apply = move |op: CreateMaskOp, rw: &mut Rewriter| compare(op, rw, force_32_bits);
    set.add(Pattern::of("VectorCreateMaskOpConversion", apply));
    set.extend(patterns![mask_read, mask_write, select_of_bits]);
    of_benefit(set, benefit)
}

/// Lowers a mask to the comparison of 0, 1, 2, .. with the number of bits set.
fn compare(op: CreateMaskOp, rw: &mut Rewriter, force_32_bits: bool) -> Match {
    let mask = VectorType::at(rw, op.result(rw));
    if mask.is_scalable() || mask.rank() > 1 {
        return rw.no_match(op, "not a mask of at most one fixed dimension");
    }
    if !may_list(&mask.shape) {
        return rw.no_match(op, TOO_MANY_ELEMENTS);
    }
    let number = rw.int_type(if force_32_bits { 32 } else { 64 });
    let ty = mask.with_element(number).ty(rw);
    let numbers: Vec<Attr> = (0..mask.n_elements()).map(|at| rw.int_attr(number, at)).collect();
    let numbers = rmlir::core::dense::from_elements(rw, ty, &numbers).expect("there is a number for each element");
    let numbers = constant(rw, numbers);
    let n_set = rw.value(IndexCastOp::build(number, op.operands(rw)[0]));
    let n_set = broadcast(rw, ty, n_set);
    rw.replace_with(op, CmpIOp::build(numbers, n_set, CmpIPredicate::Slt.attr(rw.cx())));
    Match::Yes
}

/// Adds a mask of the in-bounds elements to a transfer of one dimension that may be out of bounds; the mask is the last
/// field.
fn add_mask(op: OpId, rw: &mut Rewriter, mask_field: usize) -> Match {
    let transfer = Transfer::of(rw, op);
    let vector = VectorType::of(rw, transfer.vector_type).expect("a transfer is of a vector");
    if !transfer.has_out_of_bounds_dim() || vector.rank() > 1 {
        return rw.no_match(op, "not a transfer of one dimension that may leave memory");
    }
    let Some((&start, last)) = transfer.indices.last().zip(transfer.indices.len().checked_sub(1)) else {
        return rw.no_match(op, "the base has no dimension");
    };
    let size = size_of(rw, transfer.base, last);
    let left = rw.value(SubIOp::build(size, start));
    let mut mask = rw.value(CreateMaskOp::build(vector.mask(rw.cx()), &[left]));
    if let Some(own) = transfer.mask {
        mask = rw.value(AndIOp::build(mask, own));
    }
    rw.modifying(op);
    let inside = rw.array_attr(&[rw.bool_attr(true)]);
    let body = rw.body_mut();
    body.set_attr(op, "in_bounds", inside);
    let place = operand_range(body, op, mask_field);
    replace_operands(body, op, place, 0, &[mask]);
    rw.modified(op);
    Match::Yes
}

#[pattern]
fn mask_read(op: TransferReadOp, rw: &mut Rewriter) -> Match {
    add_mask(op.id(), rw, TransferReadOp::MASK_OPERAND)
}

#[pattern]
fn mask_write(op: TransferWriteOp, rw: &mut Rewriter) -> Match {
    add_mask(op.id(), rw, TransferWriteOp::MASK_OPERAND)
}

/// Folds a select between the two masks of one bit to a broadcast of the condition.
#[pattern]
fn select_of_bits(op: SelectOp, rw: &mut Rewriter) -> Match {
    let ty = rw.ty(op.result(rw));
    let Some(mask) = VectorType::of(rw, ty).filter(|mask| mask.element == Type::I1 && !mask.is_scalable()) else {
        return rw.no_match(op, "not of fixed masks");
    };
    let condition = op.condition(rw);
    if mask.shape != [1] || rw.ty(condition).is_vector(rw) {
        return rw.no_match(op, "not of masks of one bit by a scalar");
    }
    let is = |value: Value, bit: bool| {
        let known = defining::<ConstantOp>(rw, value).and_then(|constant| constant.value(rw).splat_value(rw));
        known.and_then(|known| known.as_bool(rw)) == Some(bit)
    };
    if !is(op.true_value(rw), true) || !is(op.false_value(rw), false) {
        return rw.no_match(op, "not of a set and a clear bit");
    }
    rw.replace_with(op, BroadcastOp::build(ty, condition));
    Match::Yes
}
