//! Mutants of vector operations.

use rmlir::prelude::*;
use rmlir_vector::{BroadcastOp, CombiningKind, ExtractOp, ReductionOp, ShuffleOp, TransposeOp};

use super::mutant::{Mutant, add_to_operand, mutant, replace_by_operand, swap, swap_numbers};

pub const MUTANTS: &[Mutant] = &[
    mutant("shuffle-lanes", "vector.shuffle", |rw, op| swap_numbers(rw, op, ShuffleOp::MASK, 0, 1)),
    mutant("swap-sources", "vector.shuffle", |rw, op| swap(rw, op, 0, 1)),
    mutant("wrong-mask", "vector.create_mask", |rw, op| add_to_operand(rw, op, 0, 1)),
    mutant("wrong-reduction", "vector.reduction", |rw, op| {
        let kind = CombiningKind::Mul.attr(rw.cx());
        rw.set_prop(op, ReductionOp::KIND, kind);
        true
    }),
    mutant("wrong-lane", "vector.extract", |rw, op| {
        let lane = rw.i64_array(&[0]);
        rw.set_prop(op, ExtractOp::STATIC_POSITION, lane);
        true
    }),
    mutant("forget-insertion", "vector.insert", |rw, op| replace_by_operand(rw, op, 1)),
    mutant("swap-fma", "vector.fma", |rw, op| swap(rw, op, 1, 2)),
    mutant("unmask-load", "vector.maskedload", |rw, op| {
        let mask = rw.operand(op, 2);
        let (ty, all) = (rw.ty(mask), rw.bool_attr(true));
        rw.before(op);
        let all = rw.value(rmlir_arith::ConstantOp::build(all));
        let all = rw.value(BroadcastOp::build(ty, all));
        rw.set_operand(op, 2, all);
        true
    }),
    mutant("forget-transposition", "vector.transpose", |rw, op| swap_numbers(rw, op, TransposeOp::PERMUTATION, 0, 1)),
    mutant("wrong-place", "vector.transfer_write", |rw, op| add_to_operand(rw, op, 2, 1)),
    mutant("wrong-padding", "vector.transfer_read", |rw, op| {
        let padding = rw.operand(op, 2);
        let one = rw.float_attr(rw.ty(padding), ApFloat::from_f64(FloatKind::F32, 1.0).value);
        rw.before(op);
        let one = rw.value(rmlir_arith::ConstantOp::build(one));
        rw.set_operand(op, 2, one);
        true
    }),
];
