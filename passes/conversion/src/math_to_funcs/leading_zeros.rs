//! The number of leading zeros, by shifting until the sign bit is set.

use rmlir::prelude::*;
use rmlir_arith::{AddIOp, CmpIOp, CmpIPredicate, ShLIOp, constant_index, constant_int};
use rmlir_func::ReturnOp;
use rmlir_scf::{ForOp, IfOp, YieldOp};

fn compare(rw: &mut Rewriter, predicate: CmpIPredicate, left: Value, right: Value) -> Value {
    let predicate = predicate.attr(rw);
    rw.value(CmpIOp::build(left, right, predicate))
}

/// Creates a conditional with two blocks, each by a function that returns the yielded values.
fn choice(
    rw: &mut Rewriter,
    condition: Value,
    types: &[Type],
    yes: impl FnOnce(&mut Rewriter) -> Vec<Value>,
    no: impl FnOnce(&mut Rewriter) -> Vec<Value>,
) -> Vec<Value> {
    let choice = rw.create(IfOp::build(types, condition));
    let point = rw.insert_point();
    rw.create_block(choice.thenRegion(rw), &[], &[]);
    let values = yes(rw);
    rw.create(YieldOp::build(&values));
    rw.create_block(choice.elseRegion(rw), &[], &[]);
    let values = no(rw);
    rw.create(YieldOp::build(&values));
    rw.set_insert_point(point);
    rw.results(choice.id()).to_vec()
}

/// Generates the body for an integer of width `n`: all `n` bits of 0 are zeros, others have `n - 1` at most.
pub(super) fn fill(rw: &mut Rewriter) {
    let entry = rw.insert_block().expect("the first block was just made");
    let value = rw.arg(entry, 0);
    let ty = rw.ty(value);
    let width = i64::from(ty.int_width(rw).expect("the argument is an integer"));
    let all = constant_int(rw, width, ty);
    let zero = constant_int(rw, 0, ty);
    let is_zero = compare(rw, CmpIPredicate::Eq, value, zero);
    let count = choice(rw, is_zero, &[ty], |_| vec![all], |rw| vec![shift(rw, value, zero, width)]);
    rw.create(ReturnOp::build(&count));
}

/// The number of shifts of `value`, which is not 0, until its sign bit is set.
fn shift(rw: &mut Rewriter, value: Value, zero: Value, width: i64) -> Value {
    let ty = rw.ty(value);
    let first = constant_index(rw, 1);
    let one = constant_int(rw, 1, ty);
    let last = constant_index(rw, width);
    let none = constant_int(rw, 0, ty);
    let (loc, point) = (rw.default_loc(), rw.insert_point());
    let turns = ForOp::create(rw, loc, [first, last, first], &[value, none]);
    rw.at_end(turns.body(rw));
    let [value, count] = turns.iter_args(rw)[..] else { unreachable!("two were given") };
    let is_set = compare(rw, CmpIPredicate::Slt, value, zero);
    let next = choice(
        rw,
        is_set,
        &[ty, ty],
        |_| vec![value, count],
        |rw| {
            let more = rw.value(AddIOp::build(count, one));
            let shifted = rw.value(ShLIOp::build(value, one));
            vec![shifted, more]
        },
    );
    rw.create(YieldOp::build(&next));
    rw.set_insert_point(point);
    rw.result(turns.id(), 1)
}
