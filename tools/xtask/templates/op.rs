//! The operation `my_dialect.my_op`.

use rmlir::interp::{Emit, Emitted};
use rmlir::prelude::*;

/// Returns its operand.
#[op(name = "my_dialect.my_op", traits(Pure, SameOperandsAndResultType), eval = evaluate,
     format = "$input attr-dict `:` type($input)")]
pub struct MyOp {
    #[operand]
    input: AnyType,
    #[result]
    output: AnyType,
}

fn evaluate<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (operands, results) = (emit.operands(op), emit.results(op));
    emit.moves(&operands, &results);
    Ok(())
}
