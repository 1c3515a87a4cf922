//! Powers with integer exponents, by squaring and multiplying.
//!
//! The exponent is interpreted as unsigned in the loop. Before it, the result of an integer base with a negative
//! exponent is computed: 1, -1 or 0, and for base 0 a division by 0; a float base is raised to the absolute value of
//! the exponent, and the reciprocal is computed after the loop. The least exponent has no absolute value: the greatest
//! one is used, and one more factor.

use rmlir::prelude::*;
use rmlir_arith::{
    AndIOp, CmpIOp, CmpIPredicate, ConstantOp, DivFOp, DivSIOp, MulFOp, MulIOp, SelectOp, ShRUIOp, SubIOp, constant_int,
};
use rmlir_cf::{BrOp, CondBrOp};
use rmlir_func::ReturnOp;

/// The blocks of a function, by index; the first one is 0.
struct Blocks(Vec<BlockId>);

impl Blocks {
    /// Creates a block for each list of argument types, after the first one; the insertion point is kept.
    fn make(rw: &mut Rewriter, arguments: &[&[Type]]) -> Self {
        let entry = rw.insert_block().expect("the first block was just made");
        let region = rw.region_of(entry).expect("it is in the function");
        let loc = rw.default_loc();
        let mut blocks = vec![entry];
        blocks.extend(arguments.iter().map(|types| rw.create_block(region, types, &vec![loc; types.len()])));
        rw.at_end(entry);
        Self(blocks)
    }

    /// Sets the insertion point to block `index` and returns its arguments.
    fn enter(&self, rw: &mut Rewriter, index: usize) -> Vec<Value> {
        rw.at_end(self.0[index]);
        rw.args(self.0[index]).to_vec()
    }

    fn go(&self, rw: &mut Rewriter, index: usize, values: &[Value]) {
        rw.create(BrOp::build(values, self.0[index]));
    }

    fn choose(&self, rw: &mut Rewriter, condition: Value, yes: (usize, &[Value]), no: (usize, &[Value])) {
        rw.create(CondBrOp::build(condition, yes.1, no.1, self.0[yes.0], self.0[no.0]));
    }
}

fn compare(rw: &mut Rewriter, predicate: CmpIPredicate, left: Value, right: Value) -> Value {
    let predicate = predicate.attr(rw);
    rw.value(CmpIOp::build(left, right, predicate))
}

fn answer(rw: &mut Rewriter, value: Value) {
    rw.create(ReturnOp::build(&[value]));
}

/// The constants that the loop compares with, of the type of the exponent.
#[derive(Clone, Copy)]
struct Numbers {
    zero: Value,
    one: Value,
}

/// Whether the lowest bit is set.
fn is_odd(rw: &mut Rewriter, numbers: Numbers, value: Value) -> Value {
    let bit = rw.value(AndIOp::build(value, numbers.one));
    compare(rw, CmpIPredicate::Ne, bit, numbers.zero)
}

/// The blocks of a loop.
struct Squaring {
    /// Its arguments are the partial result, the base and the exponent.
    head: usize,
    multiply: usize,
    /// Its argument is the partial result.
    multiplied: usize,
    square: usize,
    done: usize,
    /// Whether the result is an argument of the last block; otherwise it uses that of `multiplied`.
    passes_result: bool,
}

/// Generates the blocks of a loop except `done` and returns the result.
fn square_and_multiply(
    rw: &mut Rewriter,
    blocks: &Blocks,
    at: &Squaring,
    numbers: Numbers,
    product: impl Fn(&mut Rewriter, Value, Value) -> Value,
) -> Value {
    let [result, base, exponent] = blocks.enter(rw, at.head)[..] else { unreachable!("three were asked for") };
    let odd = is_odd(rw, numbers, exponent);
    blocks.choose(rw, odd, (at.multiply, &[]), (at.multiplied, &[result]));
    blocks.enter(rw, at.multiply);
    let more = product(rw, result, base);
    blocks.go(rw, at.multiplied, &[more]);
    let result = blocks.enter(rw, at.multiplied)[0];
    let rest = rw.value(ShRUIOp::build(exponent, numbers.one));
    let is_done = compare(rw, CmpIPredicate::Eq, rest, numbers.zero);
    let passed = if at.passes_result { vec![result] } else { Vec::new() };
    blocks.choose(rw, is_done, (at.done, &passed), (at.square, &[]));
    blocks.enter(rw, at.square);
    let squared = product(rw, base, base);
    blocks.go(rw, at.head, &[result, squared, rest]);
    result
}

/// Generates the body for a base and an exponent of the same integer type.
pub(super) fn integer(rw: &mut Rewriter) {
    let entry = rw.insert_block().expect("the first block was just made");
    let [base, exponent] = *rw.args(entry) else { unreachable!("it was made with two arguments") };
    let ty = rw.ty(base);
    let none: &[Type] = &[];
    let mut arguments = vec![none; 16];
    let (head, one_value) = ([ty; 3], [ty]);
    arguments[11] = &head;
    arguments[13] = &one_value;
    let blocks = Blocks::make(rw, &arguments);
    let [zero, one, minus_one] = [0, 1, -1].map(|number| constant_int(rw, number, ty));
    let numbers = Numbers { zero, one };
    let is_zero = compare(rw, CmpIPredicate::Eq, exponent, zero);
    blocks.choose(rw, is_zero, (1, &[]), (2, &[]));
    blocks.enter(rw, 2);
    let is_negative = compare(rw, CmpIPredicate::Sle, exponent, zero);
    blocks.choose(rw, is_negative, (3, &[]), (12, &[one, base, exponent]));
    for (at, number, equal, other) in [(3, zero, 4, 5), (5, one, 6, 7), (7, minus_one, 8, 11)] {
        blocks.enter(rw, at);
        let is_equal = compare(rw, CmpIPredicate::Eq, base, number);
        blocks.choose(rw, is_equal, (equal, &[]), (other, &[]));
    }
    blocks.enter(rw, 4);
    let undefined = rw.value(DivSIOp::build(one, zero));
    answer(rw, undefined);
    blocks.enter(rw, 8);
    let odd = is_odd(rw, numbers, exponent);
    blocks.choose(rw, odd, (9, &[]), (10, &[]));
    for (at, value) in [(1, one), (6, one), (9, minus_one), (10, one), (11, zero)] {
        blocks.enter(rw, at);
        answer(rw, value);
    }
    let at = Squaring { head: 12, multiply: 13, multiplied: 14, square: 16, done: 15, passes_result: false };
    let result = square_and_multiply(rw, &blocks, &at, numbers, |rw, left, right| rw.value(MulIOp::build(left, right)));
    blocks.enter(rw, 15);
    answer(rw, result);
}

/// Generates the body for a float base and an integer exponent.
pub(super) fn float(rw: &mut Rewriter) {
    let entry = rw.insert_block().expect("the first block was just made");
    let [base, exponent] = *rw.args(entry) else { unreachable!("it was made with two arguments") };
    let [ty, int] = [base, exponent].map(|value| rw.ty(value));
    let (head, one_value): ([Type; 3], &[Type]) = ([ty, ty, int], &[ty]);
    let arguments: [&[Type]; 11] = [&[], &[], &head, &[], one_value, &[], one_value, &[], one_value, &[], one_value];
    let blocks = Blocks::make(rw, &arguments);
    let one_float = rw.one_attr(ty).expect("floats have a one");
    let one_float = rw.value(ConstantOp::build(one_float));
    let numbers = Numbers { zero: constant_int(rw, 0, int), one: constant_int(rw, 1, int) };
    let (least, greatest) = extremes(rw, int);
    let is_zero = compare(rw, CmpIPredicate::Eq, exponent, numbers.zero);
    blocks.choose(rw, is_zero, (1, &[]), (2, &[]));
    blocks.enter(rw, 1);
    answer(rw, one_float);
    blocks.enter(rw, 2);
    let is_negative = compare(rw, CmpIPredicate::Sle, exponent, numbers.zero);
    let is_least = compare(rw, CmpIPredicate::Eq, exponent, least);
    let opposite = rw.value(SubIOp::build(numbers.zero, exponent));
    let without_sign = rw.value(SelectOp::build(is_negative, opposite, exponent));
    let turns = rw.value(SelectOp::build(is_least, greatest, without_sign));
    blocks.go(rw, 3, &[one_float, base, turns]);
    let product = |rw: &mut Rewriter, left, right| rw.value(MulFOp::build(left, right));
    let at = Squaring { head: 3, multiply: 4, multiplied: 5, square: 6, done: 7, passes_result: true };
    square_and_multiply(rw, &blocks, &at, numbers, product);
    let raised = blocks.enter(rw, 7)[0];
    blocks.choose(rw, is_least, (8, &[]), (9, &[raised]));
    blocks.enter(rw, 8);
    let more = product(rw, raised, base);
    blocks.go(rw, 9, &[more]);
    let raised = blocks.enter(rw, 9)[0];
    blocks.choose(rw, is_negative, (10, &[]), (11, &[raised]));
    blocks.enter(rw, 10);
    let reciprocal = rw.value(DivFOp::build(one_float, raised));
    blocks.go(rw, 11, &[reciprocal]);
    let result = blocks.enter(rw, 11)[0];
    answer(rw, result);
}

/// The least and the greatest signed integer of a type.
fn extremes(rw: &mut Rewriter, ty: Type) -> (Value, Value) {
    let width = ty.int_width(rw).expect("exponents are integers");
    let [least, greatest] = [ApInt::signed_min(width), ApInt::signed_max(width)].map(|number| {
        let attr = rw.apint_attr(ty, number);
        rw.value(ConstantOp::build(attr))
    });
    (least, greatest)
}
