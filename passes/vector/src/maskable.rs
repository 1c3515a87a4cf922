//! Patterns on operations that may be masked by `vector.mask`.
//!
//! Such a pattern receives the operation and the mask around it, and returns the value that replaces the masked
//! operation: the operation itself, or the `vector.mask` around it.

use rmlir::prelude::*;
use rmlir_vector::MaskOp;
use rmlir_vector::interfaces::masking_op;

pub use crate::make::masked;

/// The value that replaces the results, if there are any, or the reason why the pattern does not match.
pub type Lowered = Result<Option<Value>, &'static str>;

/// A pattern that may inspect the mask around its operation.
pub fn maskable<T: Op>(
    name: &'static str,
    benefit: u16,
    lower: impl Fn(T, Option<MaskOp>, &mut Rewriter) -> Lowered + Send + Sync + 'static,
) -> Pattern {
    let apply = move |op: T, rw: &mut Rewriter| rewrite(op, rw, &lower);
    Pattern::of(name, apply).benefit(benefit)
}

/// Like [`maskable`], for patterns that do not match under a mask.
pub fn unmasked<T: Op>(
    name: &'static str,
    benefit: u16,
    lower: impl Fn(T, &mut Rewriter) -> Lowered + Send + Sync + 'static,
) -> Pattern {
    maskable(name, benefit, move |op: T, mask, rw| match mask {
        Some(_) => Err("it is masked"),
        None => lower(op, rw),
    })
}

fn rewrite<T: Op>(op: T, rw: &mut Rewriter, lower: &dyn Fn(T, Option<MaskOp>, &mut Rewriter) -> Lowered) -> Match {
    let mask = masking_op(rw, op.id());
    let root = mask.unwrap_or(op.id());
    rw.before(root);
    let loc = rw.loc(op.id());
    rw.set_loc(loc);
    match lower(op, mask.map(MaskOp::from_id), rw) {
        Ok(_) if rw.n_results(root) == 0 => rw.erase(root),
        Ok(value) => {
            let value = value.expect("an operation with a result is replaced by a value");
            rw.replace(root, [value])
        }
        Err(reason) => rw.no_match(op.id(), reason),
    }
}
