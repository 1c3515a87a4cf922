//! How often the code of a loop runs, and what is left to the loop itself.
//!
//! With S stages and u copies, the code runs S - 1 iterations and u for each round of the kernel. So of n iterations
//! the loop runs first what is no multiple of u beyond S - 1, or all if there are fewer than S - 1 + u; the code runs
//! the rest. All of that is computed before the loop.

use rmlir::prelude::*;
use rmlir_arith::{AddIOp, CmpIOp, CmpIPredicate, ConstantOp, DivUIOp, IndexCastUIOp, MulIOp, SelectOp, SubIOp};
use rmlir_scf::{IfOp, YieldOp};
use rmlir_vliw::CallOp;

use crate::loop_body::LoopBody;

/// Makes the loop run what the code cannot, and calls the code, the function `callee`, for the rest.
pub fn call(rw: &mut Rewriter, of: &LoopBody, callee: Ident, results: &[Type], stages: i64, copies: i64) {
    let op = of.op.id();
    let loc = rw.loc(op);
    rw.before(op);
    rw.set_loc(loc);
    let [lower, upper, step] = [0, 1, 2].map(|index| rw.operand(op, index));
    let split = split(rw, [lower, upper, step], stages, copies);
    rw.set_operand(op, 1, split.bound);
    rw.after(op);
    let enough = split.enough;
    let if_op = rw.create(IfOp::build(results, enough));
    let old: Vec<Value> = rw.results(op).to_vec();
    for (index, &value) in old.iter().enumerate() {
        let new = rw.result(if_op.id(), index);
        rw.replace_all_uses(value, new);
    }
    let (then, otherwise) = (if_op.thenRegion(rw), if_op.elseRegion(rw));
    rw.create_block(then, &[], &[]);
    let inits = of.carried.iter().map(|carried| carried.result.map_or(split.bound, |result| old[result]));
    let operands: Vec<Value> = [split.rounds].into_iter().chain(inits).chain(of.invariants.iter().copied()).collect();
    let symbol = rw.symbol_ref(callee);
    let call = rw.create(CallOp::build(results, &operands, symbol));
    let called: Vec<Value> = rw.results(call.id()).to_vec();
    rw.create(YieldOp::build(&called));
    if !old.is_empty() {
        rw.create_block(otherwise, &[], &[]);
        rw.create(YieldOp::build(&old));
    }
}

/// How iterations are divided.
struct Split {
    /// Where the loop ends and the code begins.
    bound: Value,
    /// Whether the code runs.
    enough: Value,
    /// How often its kernel runs.
    rounds: Value,
}

fn split(rw: &mut Rewriter, [lower, upper, step]: [Value; 3], stages: i64, copies: i64) -> Split {
    let ty = rw.ty(lower);
    let width = ty.int_or_index_width(rw).expect("the loop counts");
    // Numbers that do not fit say that there are never enough iterations.
    let fits = width >= 63 || stages + copies < 1 << (width - 1);
    let constant = |rw: &mut Rewriter, value: i64| {
        let value = rw.int_attr(ty, if fits { value } else { 1 });
        rw.value(ConstantOp::build(value))
    };
    let [zero, one, fill, least, unroll] =
        [0, 1, stages - 1, stages - 1 + copies, copies].map(|value| constant(rw, value));
    // The bounds are in order where that matters, so what is between them is a number without sign.
    let gap = rw.value(SubIOp::build(upper, lower));
    let before_last = rw.value(SubIOp::build(gap, one));
    let whole = rw.value(DivUIOp::build(before_last, step));
    let counted = rw.value(AddIOp::build(whole, one));
    let slt = CmpIPredicate::Slt.attr(rw);
    let uge = CmpIPredicate::Uge.attr(rw);
    let runs = rw.value(CmpIOp::build(lower, upper, slt));
    let n = rw.value(SelectOp::build(runs, counted, zero));
    let mut enough = rw.value(CmpIOp::build(n, least, uge));
    if !fits {
        let never = rw.bool_attr(false);
        enough = rw.value(ConstantOp::build(never));
    }
    let beyond = rw.value(SubIOp::build(n, fill));
    let rounds = rw.value(DivUIOp::build(beyond, unroll));
    let in_rounds = rw.value(MulIOp::build(rounds, unroll));
    let left = rw.value(SubIOp::build(beyond, in_rounds));
    let way = rw.value(MulIOp::build(left, step));
    let reached = rw.value(AddIOp::build(lower, way));
    let bound = rw.value(SelectOp::build(enough, reached, upper));
    let rounds = if ty == Type::INDEX { rounds } else { rw.value(IndexCastUIOp::build(Type::INDEX, rounds)) };
    Split { bound, enough, rounds }
}
