//! The evaluation of calls and function constants.

use rmlir::interp::{Emit, Emitted};
use rmlir::prelude::*;

use crate::CallIndirectOp;
use crate::{CallOp, ConstantOp};

#[eval(CallOp)]
pub fn call<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.call_named(op, op.get(CallOp::callee))
}

#[eval(CallIndirectOp)]
pub fn call_indirect<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (operands, results) = (emit.operands(op), emit.results(op));
    emit.call_value(operands[0], &operands[1..], &results);
    Ok(())
}

#[eval(ConstantOp)]
pub fn constant<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let function = emit.function(op, op.get(ConstantOp::value))?;
    let into = emit.result(op, 0);
    emit.set_constant(into, Emit::function_value(function));
    Ok(())
}
