//! The evaluation of `pvec.foreach`.

use crate::foreach::ForeachOp;
use rmlir::interp::emit::loops::{Counter, Range};
use rmlir::interp::{Emit, Emitted, Exit, Flow, Value};
use rmlir::prelude::*;

#[eval(ForeachOp)]
fn foreach<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let operands = emit.operands(op);
    let args = emit.region_args(op.region(0));
    let mask = op.region(0).entry().and_then(|block| block.args().nth(1)).expect("a verified loop has a mask");
    let n = emit.lanes(op, mask.ty())?.unwrap_or(1);
    let step = emit.fresh();
    emit.set_constant(step, Value::index(n as i64));
    let range = Range { lower: operands[0], upper: operands[1], step };
    let exit = emit.label();
    let counter = Counter { width: 64, unsigned: false };
    emit.counted_loop(counter, range, args[0], exit, |emit, next| {
        emit.push(move |m| {
            let first = m.index(args[0], "the number of a round")?;
            let upper = m.index(range.upper, "the bound of a loop")?;
            let lanes = (0..n as i64).map(|lane| Value::bool(lane < upper - first)).collect();
            m.set(args[1], Value::list(lanes));
            Ok(Flow::Next)
        });
        emit.region(op.region(0), vec![Exit { label: next, into: Vec::new() }])
    })?;
    emit.bind(exit);
    Ok(())
}
