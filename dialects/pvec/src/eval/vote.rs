//! The evaluation of votes, of the only instance.

use rmlir::interp::{Emit, Emitted, Value};
use rmlir::prelude::*;

use crate::vote::{VoteAllOp, VoteCountOp};

#[eval(VoteAllOp)]
fn all<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (bit, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| Ok(m.get(bit).clone()));
    Ok(())
}

#[eval(VoteCountOp)]
fn count<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (bit, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| Ok(m.get(bit).bits().map_or(Value::Poison, |bit| Value::index(bit as i64))));
    Ok(())
}
