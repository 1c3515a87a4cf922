//! Counted loops: the trip count of a nest, and the blocks of a loop.
//!
//! Iterations are numbered from 0. Iteration numbers are unsigned and of 64 bits, whatever the type of the induction
//! variables.

use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_llvm::attrs::enums::ICmpPredicate;
use rmlir_llvm::ops::aggregate::SelectOp;
use rmlir_llvm::ops::arith::{AddOp, ICmpOp, MulOp, SubOp, UDivOp, URemOp};
use rmlir_llvm::ops::branch::{BrOp, CondBrOp};
use rmlir_llvm::ops::cast::{TruncOp, ZExtOp};
use rmlir_omp::LoopNestOp;

use crate::emit::int_constant;

/// One loop of a nest: its lower bound, step, and trip count.
#[derive(Clone, Copy)]
pub struct Dimension {
    lower: Value,
    step: Value,
    /// The trip count.
    pub count: Value,
}

/// The width of iteration numbers.
const WIDTH: u32 = 64;

/// The loops of `nest`, outermost first, with their trip counts computed at the insertion point.
pub fn dimensions(rw: &mut Rewriter, nest: LoopNestOp) -> Vec<Dimension> {
    let bounds: Vec<Value> = rw.operands(nest.id()).collect();
    let is_inclusive = nest.loop_inclusive(rw);
    let n = bounds.len() / 3;
    let dimension = |dim: usize| {
        let [lower, upper, step] = [0, 1, 2].map(|group| bounds[group * n + dim]);
        Dimension { lower, step, count: count(rw, lower, upper, step, is_inclusive) }
    };
    (0..n).map(dimension).collect()
}

/// The number of collapsed loops that threads share; the others are executed sequentially within an iteration.
pub fn n_shared(rw: &Rewriter, nest: LoopNestOp) -> usize {
    usize::try_from(nest.collapse_num_loops(rw).unwrap_or(1)).unwrap_or(1)
}

/// The trip count of a loop; bounds are signed.
fn count(rw: &mut Rewriter, lower: Value, upper: Value, step: Value, is_inclusive: bool) -> Value {
    let ty = rw.ty(step);
    let known = constant_value(rw, step).and_then(|attr| attr.as_i64(rw.cx()));
    let (zero, one) = (int_constant(rw, ty, 0), int_constant(rw, ty, 1));
    let (first, last, distance) = match known.filter(|&step| step > 0) {
        Some(_) => (lower, upper, step),
        None => {
            let is_down = compare(rw, ICmpPredicate::Slt, step, zero);
            let back = rw.value(SubOp::build(zero, step));
            let mut choose = |yes, no| rw.value(SelectOp::build(is_down, yes, no));
            (choose(upper, lower), choose(lower, upper), choose(back, step))
        }
    };
    let span = rw.value(SubOp::build(last, first));
    let some = match (is_inclusive, known) {
        (false, Some(1)) => span,
        (false, _) => {
            let before = rw.value(SubOp::build(span, one));
            let more = rw.value(UDivOp::build(before, distance));
            rw.value(AddOp::build(more, one))
        }
        (true, _) => {
            let more = rw.value(UDivOp::build(span, distance));
            rw.value(AddOp::build(more, one))
        }
    };
    let none = if is_inclusive { ICmpPredicate::Slt } else { ICmpPredicate::Sle };
    let is_empty = compare(rw, none, last, first);
    let count = rw.value(SelectOp::build(is_empty, zero, some));
    if rw.ty(count).int_width(rw.cx()) == Some(WIDTH) { count } else { rw.value(ZExtOp::build(Type::I64, count)) }
}

/// The trip count of all of `dimensions` collapsed to one loop.
pub fn total(rw: &mut Rewriter, dimensions: &[Dimension]) -> Value {
    let (first, others) = dimensions.split_first().expect("a nest has a loop");
    others.iter().fold(first.count, |total, other| rw.value(MulOp::build(total, other.count)))
}

/// The induction variables of the loops at iteration `number` of the collapsed loop; the last one is the fastest.
pub fn variables(rw: &mut Rewriter, dimensions: &[Dimension], mut number: Value) -> Vec<Value> {
    let mut variables = Vec::with_capacity(dimensions.len());
    for (dim, dimension) in dimensions.iter().enumerate().rev() {
        let own = if dim == 0 { number } else { rw.value(URemOp::build(number, dimension.count)) };
        variables.push(variable(rw, dimension, own));
        if dim > 0 {
            number = rw.value(UDivOp::build(number, dimension.count));
        }
    }
    variables.reverse();
    variables
}

/// The induction variable of a loop at iteration `number`.
pub fn variable(rw: &mut Rewriter, dimension: &Dimension, number: Value) -> Value {
    let ty = rw.ty(dimension.lower);
    let is_narrow = ty.int_width(rw.cx()) != Some(WIDTH);
    let number = if is_narrow { rw.value(TruncOp::build(ty, number)) } else { number };
    let is_one = constant_value(rw, dimension.step).and_then(|attr| attr.as_i64(rw.cx())) == Some(1);
    let away = if is_one { number } else { rw.value(MulOp::build(number, dimension.step)) };
    let is_zero = constant_value(rw, dimension.lower).and_then(|attr| attr.as_i64(rw.cx())) == Some(0);
    if is_zero { away } else { rw.value(AddOp::build(dimension.lower, away)) }
}

/// A loop under construction.
pub struct Blocks {
    /// The iteration number.
    pub number: Value,
    /// The latch, to which iterations branch at their end.
    pub latch: BlockId,
}

/// The exits of a loop: for no iterations, and after the last one.
#[derive(Clone, Copy)]
pub struct Exits {
    /// If there are no iterations.
    pub empty: BlockId,
    /// After the last one.
    pub done: BlockId,
}

/// Terminates the current block with a loop from `first` to `last`, both inclusive, entered if `is_some`. Its blocks
/// are inserted before `before`; afterwards the insertion point is in the body.
pub fn counted(rw: &mut Rewriter, [first, last, is_some]: [Value; 3], exits: Exits, before: BlockId) -> Blocks {
    let loc = rw.default_loc();
    let outside = rw.insert_block().expect("code is made in a block");
    let body = rw.create_block_before(before, &[Type::I64], &[loc]);
    let number = rw.arg(body, 0);
    let latch = rw.create_block_before(before, &[], &[]);
    let one = int_constant(rw, Type::I64, 1);
    let next = rw.value(AddOp::build(number, one));
    let is_last = compare(rw, ICmpPredicate::Eq, number, last);
    rw.create(CondBrOp::build(is_last, &[], &[next], exits.done, body));
    rw.at_end(outside);
    rw.create(CondBrOp::build(is_some, &[first], &[], body, exits.empty));
    rw.at_end(body);
    Blocks { number, latch }
}

/// A sequential nest of the loops `dimensions`, starting at the insertion point: returns their induction variables, and
/// the latch. Control continues at `after`.
pub fn sequential(
    rw: &mut Rewriter,
    dimensions: &[Dimension],
    after: BlockId,
    before: BlockId,
) -> (Vec<Value>, BlockId) {
    let (mut variables, mut after) = (Vec::new(), after);
    for dimension in dimensions {
        let (zero, one) = (int_constant(rw, Type::I64, 0), int_constant(rw, Type::I64, 1));
        let is_some = compare(rw, ICmpPredicate::Ne, dimension.count, zero);
        let last = rw.value(SubOp::build(dimension.count, one));
        let made = counted(rw, [zero, last, is_some], Exits { empty: after, done: after }, before);
        variables.push(variable(rw, dimension, made.number));
        after = made.latch;
    }
    (variables, after)
}

/// Moves the blocks of `region`, a loop's body, before `before`, entered from the current block with `args`; its yields
/// branch to `latch`.
pub fn inline_body(rw: &mut Rewriter, region: RegionId, args: &[Value], latch: BlockId, before: BlockId) {
    let current = rw.insert_block().expect("code is made in a block");
    let blocks: Vec<BlockId> = rw.blocks(region).collect();
    let Some(&entry) = blocks.first() else { return };
    let ends: Vec<OpId> = blocks.iter().filter_map(|&block| rw.last_op(block)).collect();
    rw.inline_region_before(region, before);
    rw.merge_blocks(entry, current, args);
    for end in ends.into_iter().filter(|&end| OpRef::new(rw, end).is::<rmlir_omp::YieldOp>()).collect::<Vec<_>>() {
        rw.replace_with(end, BrOp::build(&[], latch));
    }
}

/// A comparison.
pub fn compare(rw: &mut Rewriter, predicate: ICmpPredicate, left: Value, right: Value) -> Value {
    rw.value(ICmpOp::build(left, right, predicate.attr(rw.cx())))
}
