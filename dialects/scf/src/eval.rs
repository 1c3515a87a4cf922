//! The evaluation of loops and conditionals.
//!
//! Regions are inlined; their terminators take the exits that the enclosing operation has declared: a yield takes the
//! only one, `scf.condition` takes the first to continue and the second to end the loop.

use rmlir::interp::emit::loops::{Counter, Range};
use rmlir::interp::{Emit, Emitted, Exit, Flow, Reg, Value};
use rmlir::prelude::*;

use crate::execute_region::ExecuteRegionOp;
use crate::forall::InParallelOp;
use crate::if_op::IfOp;
use crate::parallel::ReduceOp;
use crate::while_op::{ConditionOp, WhileOp};
use crate::{ForOp, ForallOp, IndexSwitchOp, ParallelOp};

#[eval(ForOp)]
pub fn for_loop<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let width = emit.int_width(op.value(ForOp::lowerBound).ty());
    if width > 64 {
        return Err(op.error("cannot be interpreted: it counts in more than 64 bits"));
    }
    let counter = Counter { width, unsigned: op.get(ForOp::unsignedCmp) };
    let operands = emit.operands(op);
    let range = Range { lower: operands[0], upper: operands[1], step: operands[2] };
    let args = emit.region_args(op.region(0));
    emit.moves(&operands[3..], &args[1..]);
    let exit = emit.label();
    let variables = args[1..].to_vec();
    emit.counted_loop(counter, range, args[0], exit, |emit, next| {
        emit.region(op.region(0), vec![Exit { label: next, into: variables }])
    })?;
    emit.bind(exit);
    let results = emit.results(op);
    emit.moves(&args[1..], &results);
    Ok(())
}

#[eval(WhileOp)]
pub fn while_loop<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (inits, results) = (emit.operands(op), emit.results(op));
    let (before, after) = (emit.region_args(op.region(0)), emit.region_args(op.region(1)));
    let (head, body, end) = (emit.label(), emit.label(), emit.label());
    emit.moves(&inits, &before);
    emit.bind(head);
    let goes_on = Exit { label: body, into: after };
    emit.region(op.region(0), vec![goes_on, Exit { label: end, into: results }])?;
    emit.bind(body);
    emit.region(op.region(1), vec![Exit { label: head, into: before }])?;
    emit.bind(end);
    Ok(())
}

#[eval(ConditionOp)]
pub fn condition<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let operands = emit.operands(op);
    let (goes_on, ends) = (emit.label(), emit.label());
    emit.branch(operands[0], goes_on, ends);
    emit.bind(ends);
    emit.leave(op, 1, &operands[1..])?;
    emit.bind(goes_on);
    emit.leave(op, 0, &operands[1..])
}

#[eval(IfOp)]
pub fn conditional<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (condition, results) = (emit.operand(op, 0), emit.results(op));
    let (then, otherwise, end) = (emit.label(), emit.label(), emit.label());
    emit.branch(condition, then, otherwise);
    for (region, label) in op.regions().zip([then, otherwise]) {
        emit.bind(label);
        emit.region(region, vec![Exit { label: end, into: results.clone() }])?;
    }
    emit.bind(end);
    Ok(())
}

#[eval(IndexSwitchOp)]
pub fn index_switch<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (flag, results) = (emit.operand(op, 0), emit.results(op));
    let cases = op.get(IndexSwitchOp::cases);
    let labels: Vec<_> = op.regions().map(|_| emit.label()).collect();
    let end = emit.label();
    let targets = labels.clone();
    emit.push(move |m| {
        let flag = m.index(flag, "a flag")?;
        let case = cases.iter().position(|&case| case == flag).map_or(0, |case| case + 1);
        Ok(Flow::Jump(targets[case]))
    });
    for (region, label) in op.regions().zip(labels) {
        emit.bind(label);
        emit.region(region, vec![Exit { label: end, into: results.clone() }])?;
    }
    emit.bind(end);
    Ok(())
}

#[eval(ExecuteRegionOp)]
pub fn execute_region<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (results, end) = (emit.results(op), emit.label());
    emit.region(op.region(0), vec![Exit { label: end, into: results }])?;
    emit.bind(end);
    Ok(())
}

/// The results are accumulated in registers of their own, which `scf.reduce` finds in the exit.
#[eval(ParallelOp)]
pub fn parallel<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let [lower, upper, step, inits] =
        [0, 1, 2, ParallelOp::INIT_VALS_OPERAND].map(|field| emit.operand_field(op, field));
    let totals = emit.fresh_many(inits.len());
    emit.moves(&inits, &totals);
    parallel_nest(op, emit, [lower, upper, step], totals.clone())?;
    let results = emit.results(op);
    emit.moves(&totals, &results);
    Ok(())
}

fn parallel_nest<'a>(
    op: OpRef<'a>,
    emit: &mut Emit<'a, '_>,
    [lower, upper, step]: [Vec<Reg>; 3],
    totals: Vec<Reg>,
) -> Emitted {
    let bounds = lower.into_iter().zip(upper).zip(step);
    let ranges = bounds.map(|((lower, upper), step)| Range { lower, upper, step }).collect();
    let (inductions, exit) = (emit.region_args(op.region(0)), emit.label());
    emit.parallel_loop(ranges, inductions, exit, |emit, next| {
        emit.region(op.region(0), vec![Exit { label: next, into: totals }])
    })?;
    emit.bind(exit);
    Ok(())
}

/// Each region combines an accumulator with one operand.
#[eval(ReduceOp)]
pub fn reduce<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (operands, totals) = (emit.operands(op), emit.exit(op, 0)?.into);
    for ((region, operand), total) in op.regions().zip(operands).zip(totals) {
        let (args, end) = (emit.region_args(region), emit.label());
        emit.moves(&[total, operand], &args);
        emit.region(region, vec![Exit { label: end, into: vec![total] }])?;
        emit.bind(end);
    }
    emit.leave(op, 0, &[])
}

/// The shared tensors are variables, which combining operations update.
#[eval(ForallOp)]
pub fn forall<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let bounds = ForallOp::mixed_bounds(op);
    let bounds = [bounds.lower, bounds.upper, bounds.step].map(|list| {
        list.into_iter()
            .map(|bound| match bound {
                ValueOrAttr::Value(value) => emit.reg_of(value),
                ValueOrAttr::Attr(number) => emit.constant(Value::index(number.as_i64(op.cx()).unwrap_or_default())),
            })
            .collect()
    });
    let shared = emit.region_args(op.region(0))[ForallOp::rank(op)..].to_vec();
    let outputs = emit.operand_field(op, ForallOp::OUTPUTS_OPERAND);
    emit.moves(&outputs, &shared);
    parallel_nest(op, emit, bounds, Vec::new())?;
    let results = emit.results(op);
    emit.moves(&shared, &results);
    Ok(())
}

#[eval(InParallelOp)]
pub fn in_parallel<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.region(op.region(0), Vec::new())?;
    emit.leave(op, 0, &[])
}
