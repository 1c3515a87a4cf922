//! Mutants of loops.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::AttrData;
use rmlir::prelude::*;
use rmlir_affine::{ApplyOp, ForOp, LoadOp};

use super::mutant::{Mutant, add_to_operand, drop_it, is_named, mutant, swap};

pub const MUTANTS: &[Mutant] = &[
    mutant("upper-bound-too-low", "scf.for", |rw, op| add_to_operand(rw, op, 1, -1)),
    mutant("lower-bound-too-high", "scf.for", |rw, op| add_to_operand(rw, op, 0, 1)),
    mutant("step-too-long", "scf.for", |rw, op| add_to_operand(rw, op, 2, 1)),
    mutant("drop-update", "scf.yield", |rw, op| {
        let Some(around) = rw.parent_op(op).filter(|&around| is_named(rw, around, "scf.for")) else { return false };
        let entry = rw.entry(rw.region(around, 0)).expect("a loop has a body");
        let carried = rw.arg(entry, 1);
        rw.set_operand(op, 0, carried);
        true
    }),
    mutant("swap-initial-values", "scf.for", |rw, op| swap(rw, op, 3, 4)),
    mutant("body-once", "scf.for", |rw, op| {
        let (lower, step) = (rw.operand(op, 0), rw.operand(op, 2));
        rw.before(op);
        let end = rw.value(rmlir_arith::AddIOp::build(lower, step));
        rw.set_operand(op, 1, end);
        true
    }),
    mutant("stay-in-loop", "scf.condition", |rw, op| {
        let number = rw.bool_attr(false);
        rw.before(op);
        let never = rw.value(rmlir_arith::ConstantOp::build(number));
        rw.set_operand(op, 0, never);
        true
    }),
    mutant("never-leave-loop", "scf.condition", |rw, op| {
        let number = rw.bool_attr(true);
        rw.before(op);
        let always = rw.value(rmlir_arith::ConstantOp::build(number));
        rw.set_operand(op, 0, always);
        true
    }),
    mutant("affine-bound", "affine.for", |rw, op| shift_map(rw, op, ForOp::UPPER_BOUND_MAP, -1)),
    mutant("affine-map", "affine.apply", |rw, op| shift_map(rw, op, ApplyOp::MAP, 1)),
    mutant("affine-place", "affine.load", |rw, op| shift_map(rw, op, LoadOp::MAP, 1)),
    mutant("affine-step", "affine.for", |rw, op| {
        let step = rw.index_attr(2);
        rw.set_prop(op, ForOp::STEP, step);
        true
    }),
    mutant("drop-affine-store", "affine.store", drop_it),
];

/// Adds `number` to each result of a map.
fn shift_map(rw: &mut Rewriter, op: OpId, slot: usize, number: i64) -> bool {
    let map = rw.prop(op, slot).and_then(|attr| attr.as_affine_map(rw.cx()).cloned());
    let Some(map) = map else { return false };
    let results: Vec<AffineExpr> = map.results().iter().map(|result| result + number).collect();
    let shifted = rw.cx().attr(AttrData::AffineMap(AffineMap::new(map.n_dims(), map.n_symbols(), results)));
    rw.set_prop(op, slot, shifted);
    true
}
