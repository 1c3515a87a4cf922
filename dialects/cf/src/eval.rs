//! The evaluation of assertions and switches.

use rmlir::interp::{Emit, Emitted, Fault, Flow};
use rmlir::prelude::*;

use crate::{AssertOp, SwitchOp};

#[eval(AssertOp)]
pub fn assert<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let condition = emit.operand(op, 0);
    let message = op.get(AssertOp::msg).to_owned();
    emit.push(move |m| match m.bits(condition, "a condition")? {
        0 => Err(Fault::stopped(format!("fails: {message}"))),
        _ => Ok(Flow::Next),
    });
    Ok(())
}

#[eval(SwitchOp)]
pub fn switch<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    rmlir::interp::eval::switch(op, emit, SwitchOp::case_list(op))
}
