//! The dialect `my_dialect`: an operation with its fold and its evaluation, and a pass that lowers it to `arith`.

use rmlir::Registry;
use rmlir::dialects::arith::{Arith, SubIOp, constant_int};
use rmlir::interp::{Emit, Emitted};
use rmlir::prelude::*;

dialect! {
    /// Integers with a sign.
    pub MyDialect = "my_dialect" { ops: [NegateOp], passes: [my_dialect_to_arith] }
}

/// Negates an integer.
#[op(name = "my_dialect.negate", traits(Pure, SameOperandsAndResultType), fold, eval = evaluate,
     format = "$input attr-dict `:` type($input)")]
pub struct NegateOp {
    #[operand]
    input: AnySignlessInteger,
    #[result]
    output: AnySignlessInteger,
}

/// The negation of a negation is the integer itself.
#[fold(NegateOp)]
fn fold_negate(cx: &mut FoldCx, _constants: &[Option<Attr>]) -> Fold {
    let input = NegateOp::from_id(cx.op()).input(cx);
    let inner = cx.defined_by::<NegateOp>(input);
    inner.map(|inner| inner.input(cx)).into()
}

/// What the interpreter computes; `--verify-semantics` compares it before and after passes.
fn evaluate<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.int_unary(op, |input| Ok(Some(input.neg())))
}

#[pattern]
fn lower_negate(op: NegateOp, rw: &mut Rewriter) -> Match {
    let input = op.input(rw);
    let zero = constant_int(rw, 0, rw.ty(input));
    rw.replace_with(op, SubIOp::build(zero, input));
    Match::Yes
}

/// Lower my_dialect to arith.
#[pass(name = "my-dialect-to-arith", depends(Arith))]
fn my_dialect_to_arith(cx: &mut PassCx) -> PassResult {
    cx.apply_greedily(patterns![lower_negate])
}

/// Registers the dialect and its passes.
pub fn register(registry: &mut Registry) {
    registry.register::<MyDialect>();
}
