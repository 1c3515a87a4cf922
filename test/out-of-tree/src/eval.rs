//! Evaluation of toy.scale, attached to the operation: with it the interpreter executes programs of the toy dialect.
//! Operations that are declared with their evaluation, as in pair.rs, need no attachment.
use rmlir::interp::{Emit, Emitted, Eval, EvalBy};
use rmlir::num::ApInt;
use rmlir::{Registry, prelude::*};

use crate::toy::Scale;

/// Attaches the evaluation.
pub fn attach(registry: &mut Registry) { registry.attach::<dyn Eval>(Scale::DEF, &EvalBy(multiplied)); }

/// The input times the factor, wrapped to the width of the type.
fn multiplied<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let factor = op.get(Scale::factor);
    emit.int_unary(op, move |input| Ok(Some(input.mul(&ApInt::from_i64(input.width(), factor)))))
}
