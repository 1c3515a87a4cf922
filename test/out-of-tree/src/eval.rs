//! The execution of the operations.
use rmlir::interp::{Emit, Emitted};
use rmlir::num::ApInt;
use rmlir::prelude::*;

use crate::Scale;

/// The input times the factor, wrapped to the width of the type.
#[eval(Scale)]
fn multiplied<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let factor = op.get(Scale::factor);
    emit.int_unary(op, move |input| Ok(Some(input.mul(&ApInt::from_i64(input.width(), factor)))))
}

#[cfg(test)]
mod tests;
