//! Control flow: regions are inlined, and a yield takes the only exit of its region.

use rmlir::interp::{Emit, Emitted, Exit, Reg};
use rmlir::prelude::*;

use crate::control::{IfOp, WhileOp, YieldOp};

/// Appends the computation of the truth value of a tensor with one element.
fn truth(emit: &mut Emit<'_, '_>, tensor: Reg) -> Reg {
    let into = emit.fresh();
    emit.compute(into, move |m| Ok(m.tensor(tensor)?.elements.first().cloned().unwrap_or_default()));
    into
}

#[eval(YieldOp)]
fn yielded<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let operands = emit.operands(op);
    emit.leave(op, 0, &operands)
}

#[eval(IfOp)]
fn conditional<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (operands, results) = (emit.operands(op), emit.results(op));
    let condition = truth(emit, operands[0]);
    let (then, otherwise, end) = (emit.label(), emit.label(), emit.label());
    emit.branch(condition, then, otherwise);
    for (region, label) in op.regions().zip([then, otherwise]) {
        emit.bind(label);
        let args = emit.region_args(region);
        emit.moves(&operands[1..][..args.len()], &args);
        emit.region(region, vec![Exit { label: end, into: results.clone() }])?;
    }
    emit.bind(end);
    Ok(())
}

#[eval(WhileOp)]
fn repetition<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (inits, results) = (emit.operands(op), emit.results(op));
    let (before, after) = (emit.region_args(op.region(0)), emit.region_args(op.region(1)));
    let (head, check, body, end) = (emit.label(), emit.label(), emit.label(), emit.label());
    let goes_on = emit.fresh();
    emit.moves(&inits, &before);
    emit.bind(head);
    emit.region(op.region(0), vec![Exit { label: check, into: vec![goes_on] }])?;
    emit.bind(check);
    let condition = truth(emit, goes_on);
    emit.branch(condition, body, end);
    emit.bind(body);
    emit.moves(&before, &after);
    emit.region(op.region(1), vec![Exit { label: head, into: before.clone() }])?;
    emit.bind(end);
    emit.moves(&before, &results);
    Ok(())
}
