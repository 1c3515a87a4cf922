//! Mutants of arithmetic.

use rmlir::prelude::*;
use rmlir_arith::{
    AddFOp, AddIOp, CmpFOp, CmpFPredicate, CmpIOp, CmpIPredicate, ExtUIOp, IntegerOverflowFlags, MinSIOp, ShRSIOp,
    ShRUIOp, TruncIOp,
};

use super::mutant::{Mutant, is_named, mutant, replace_by_operand, swap};

pub const MUTANTS: &[Mutant] = &[
    mutant("swap-subtraction", "arith.subi", |rw, op| swap(rw, op, 0, 1)),
    mutant("swap-select", "arith.select", |rw, op| swap(rw, op, 1, 2)),
    mutant("wrong-predicate", "arith.cmpi", |rw, op| predicate(rw, op, CmpIPredicate::Sle)),
    mutant("compare-unsigned", "arith.cmpi", |rw, op| predicate(rw, op, CmpIPredicate::Ult)),
    mutant("compare-unordered", "arith.cmpf", |rw, op| {
        let wrong = CmpFPredicate::Ugt.attr(rw.cx());
        rw.set_prop(op, CmpFOp::PREDICATE, wrong);
        true
    }),
    mutant("extend-unsigned", "arith.extsi", |rw, op| {
        let (value, ty) = (rw.operand(op, 0), rw.ty(rw.result(op, 0)));
        rw.before(op);
        rw.replace_with(op, ExtUIOp::build(ty, value));
        true
    }),
    mutant("forget-truncation", "arith.extsi", |rw, op| {
        let Some(narrow) = rw.defined_by::<TruncIOp>(rw.operand(op, 0)) else { return false };
        let wide = rw.operand(narrow.id(), 0);
        rw.replace(op, [wide]) == Match::Yes
    }),
    mutant("merge-constants", "arith.constant", |rw, op| {
        let next = rw.next_op(op).filter(|&next| is_named(rw, next, "arith.constant"));
        let Some(next) = next.filter(|&next| rw.ty(rw.result(next, 0)) == rw.ty(rw.result(op, 0))) else {
            return false;
        };
        let value = rw.result(op, 0);
        rw.replace(next, [value]) == Match::Yes
    }),
    mutant("add-nsw", "arith.addi", |rw, op| {
        let flags = IntegerOverflowFlags::NoSignedWrap.attr(rw.cx());
        rw.set_prop(op, AddIOp::OVERFLOW_FLAGS, flags);
        true
    }),
    mutant("shift-for-division", "arith.divsi", |rw, op| {
        let (value, ty) = (rw.operand(op, 0), rw.ty(rw.result(op, 0)));
        rw.before(op);
        let amount = rmlir_arith::constant_int(rw, 1, ty);
        rw.replace_with(op, ShRSIOp::build(value, amount));
        true
    }),
    mutant("shift-unsigned", "arith.shrsi", |rw, op| {
        let (value, amount) = (rw.operand(op, 0), rw.operand(op, 1));
        rw.before(op);
        rw.replace_with(op, ShRUIOp::build(value, amount));
        true
    }),
    mutant("minimum-for-maximum", "arith.maxsi", |rw, op| {
        let (a, b) = (rw.operand(op, 0), rw.operand(op, 1));
        rw.before(op);
        rw.replace_with(op, MinSIOp::build(a, b));
        true
    }),
    mutant("cancel-floats", "arith.subf", |rw, op| {
        let Some(sum) = rw.defined_by::<AddFOp>(rw.operand(op, 0)) else { return false };
        let other = rw.operand(sum.id(), 1);
        rw.replace(op, [other]) == Match::Yes
    }),
    mutant("forget-negation", "arith.negf", |rw, op| replace_by_operand(rw, op, 0)),
    mutant("negative-zero", "arith.addf", |rw, op| replace_by_operand(rw, op, 0)),
];

fn predicate(rw: &mut Rewriter, op: OpId, wrong: CmpIPredicate) -> bool {
    let wrong = wrong.attr(rw.cx());
    rw.set_prop(op, CmpIOp::PREDICATE, wrong);
    true
}
