//! A pass that uses the analysis: the lowest bit of an integer whose parity is known is a constant.
use rmlir::core::fold::constant_value;
use rmlir::dialects::arith::{AndIOp, Arith, ConstantOp};
use rmlir::prelude::*;

use crate::parity::{Parities, Parity};

/// Replace the lowest bits of even and odd integers with constants
#[pass(name = "fold-parity", anchor = "func.func", depends(Arith), stats("num-folded" = "Number of constants"))]
pub fn fold_parity(cx: &mut PassCx) -> PassResult {
    let parities = cx.analysis::<Parities>();
    let mut known = Vec::new();
    cx.op().walk_preorder(|op| {
        let Some(and) = op.cast::<AndIOp>() else { return };
        let mask = constant_value(op.body, and.rhs(op.body)).and_then(|mask| mask.as_i64(op.cx()));
        match (mask, parities.of(and.lhs(op.body))) {
            (Some(1), Parity::Even) => known.push((and, 0)),
            (Some(1), Parity::Odd) => known.push((and, 1)),
            _ => {}
        }
    });
    *cx.stat("num-folded") += known.len() as u64;
    for (and, bit) in known {
        let mut rw = cx.rewriter();
        rw.before(and.id());
        let bit = rw.int_attr(rw.ty(and.lhs(&rw)), bit);
        rw.replace_with(and, ConstantOp::build(bit));
    }
    Ok(())
}
