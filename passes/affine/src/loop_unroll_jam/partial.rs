//! Partial reductions: whether each copy of a loop may reduce a part of its iterations, and their initial values.
//!
//! In LLVM 22 each copy starts from the initial value of the loop, which is then combined several times; this is also
//! done to loop-carried variables that are no reductions, and to those whose result depends on the order.

use rmlir::prelude::*;
use rmlir_affine::ForOp;
use rmlir_affine::analysis::parallel::Reduction;
use rmlir_arith::{AddIOp, AtomicRmwKind, IntegerOverflowFlags, MulIOp};

/// The initial value of copies.
#[derive(Clone, Copy, Debug)]
pub(super) enum Start {
    /// The initial value of the loop: the operation is idempotent.
    Same,
    /// A neutral element.
    Neutral(Attr),
}

/// The initial value of copies for each loop-carried variable; `None` if one is no reduction, or if combined partial
/// results may differ: sums and products of floats, and those with overflow flags.
pub(super) fn starts(body: &Body, op: ForOp, reductions: &[Reduction]) -> Option<Vec<Start>> {
    let start = |position: usize| {
        let reduction = reductions.iter().find(|reduction| reduction.position == position)?;
        start(body, op, reduction)
    };
    (0..op.inits(body).len()).map(start).collect()
}

fn start(body: &Body, op: ForOp, reduction: &Reduction) -> Option<Start> {
    use AtomicRmwKind::{Addi, Andi, Maximumf, Maxs, Maxu, Minimumf, Mins, Minu, Muli, Ori, Xori};
    let yielded = body.operand(op.terminator(body), reduction.position);
    let combiner = body.defining_op(yielded)?;
    let has_no_flags = |slot| body.prop(combiner, slot) == Some(IntegerOverflowFlags::None.attr(body.cx()));
    let is_exact = match reduction.kind {
        Andi | Maximumf | Maxs | Maxu | Minimumf | Mins | Minu | Ori => return Some(Start::Same),
        Addi => has_no_flags(AddIOp::OVERFLOW_FLAGS),
        Muli => has_no_flags(MulIOp::OVERFLOW_FLAGS),
        Xori => true,
        _ => false,
    };
    let neutral = || reduction.kind.neutral_element(body.cx(), body.ty(yielded)).map(Start::Neutral);
    is_exact.then(neutral).flatten()
}
