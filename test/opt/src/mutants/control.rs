//! Mutants of control flow and calls.

use rmlir::core::clone::CloneMap;

use super::mutant::{Mutant, drop_it, is_named, mutant, swap};

pub const MUTANTS: &[Mutant] = &[
    mutant("swap-successors", "cf.cond_br", |rw, op| {
        let (first, second) = (rw.successor(op, 0), rw.successor(op, 1));
        rw.set_successor(op, 0, second);
        rw.set_successor(op, 1, first);
        first != second
    }),
    mutant("drop-branch-argument", "cf.br", |rw, op| {
        let ty = rw.ty(rw.operand(op, 0));
        rw.before(op);
        let zero = rmlir_arith::constant_int(rw, 0, ty);
        rw.set_operand(op, 0, zero);
        true
    }),
    mutant("swap-branch-arguments", "cf.br", |rw, op| swap(rw, op, 0, 1)),
    mutant("drop-call", "func.call", drop_it),
    mutant("reorder-calls", "func.call", |rw, op| {
        let Some(next) = rw.next_op(op).filter(|&next| is_named(rw, next, "func.call")) else { return false };
        rw.move_after(op, next);
        true
    }),
    mutant("repeat-call", "func.call", |rw, op| {
        rw.before(op);
        rw.clone_op(op, &mut CloneMap::default());
        true
    }),
    mutant("change-call", "func.call", |rw, op| swap(rw, op, 0, 1)),
    mutant("drop-assertion", "cf.assert", drop_it),
    mutant("hoist-division", "arith.divsi", |rw, op| {
        let around = rw.parent_op(op).filter(|&around| is_named(rw, around, "scf.if"));
        let Some(around) = around else { return false };
        rw.move_before(op, around);
        true
    }),
    mutant("hoist-store", "memref.store", |rw, op| {
        let around = rw.parent_op(op).filter(|&around| is_named(rw, around, "scf.if"));
        let Some(around) = around else { return false };
        rw.move_before(op, around);
        true
    }),
    mutant("swap-returned", "func.return", |rw, op| swap(rw, op, 0, 1)),
    mutant("wrong-yield", "scf.yield", |rw, op| swap(rw, op, 0, 1)),
];
