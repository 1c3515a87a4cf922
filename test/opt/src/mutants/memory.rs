//! Mutants of memory accesses.

use rmlir::prelude::*;

use super::mutant::{Mutant, drop_it, is_named, mutant, swap};

pub const MUTANTS: &[Mutant] = &[
    mutant("drop-store", "memref.store", drop_it),
    mutant("swap-indices", "memref.store", |rw, op| swap(rw, op, 2, 3)),
    mutant("load-before-store", "memref.load", |rw, op| {
        let store = rw.prev_op(op).filter(|&before| is_named(rw, before, "memref.store"));
        let Some(store) = store else { return false };
        rw.move_before(op, store);
        true
    }),
    mutant("reorder-stores", "memref.store", |rw, op| {
        let Some(next) = rw.next_op(op).filter(|&next| is_named(rw, next, "memref.store")) else { return false };
        rw.move_after(op, next);
        true
    }),
    mutant("forward-old-value", "memref.load", |rw, op| {
        let mut before = std::iter::successors(rw.prev_op(op), |&before| rw.prev_op(before));
        let earlier = before.find(|&before| is_named(rw, before, "memref.load"));
        let Some(earlier) = earlier else { return false };
        let value = rw.result(earlier, 0);
        rw.replace(op, [value]) == Match::Yes
    }),
    mutant("copy-backward", "memref.copy", |rw, op| swap(rw, op, 0, 1)),
    mutant("share-buffer", "memref.alloc", |rw, op| {
        let ty = rw.ty(rw.result(op, 0));
        let entry = rw.entry(rw.region(rw.root(), 0)).expect("a function that is run has a body");
        let argument = rw.args(entry).iter().copied().find(|&arg| rw.ty(arg) == ty);
        let Some(argument) = argument else { return false };
        rw.replace(op, [argument]) == Match::Yes
    }),
    mutant("free-early", "memref.dealloc", |rw, op| {
        let buffer = rw.operand(op, 0);
        let Some(maker) = rw.defining_op(buffer) else { return false };
        rw.move_after(op, maker);
        true
    }),
    mutant("other-buffer", "memref.load", |rw, op| {
        let entry = rw.entry(rw.region(rw.root(), 0)).expect("a function that is run has a body");
        let (used, args) = (rw.operand(op, 0), rw.args(entry).to_vec());
        let Some(other) = args.into_iter().find(|&arg| arg != used && rw.ty(arg) == rw.ty(used)) else { return false };
        rw.set_operand(op, 0, other);
        true
    }),
    mutant("wrong-dimension", "memref.dim", |rw, op| {
        rw.before(op);
        let other = rmlir_arith::constant_index(rw, 1);
        rw.set_operand(op, 1, other);
        true
    }),
];
