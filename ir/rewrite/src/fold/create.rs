//! Creation of operations that may fold.

use rmlir_core::builder::{Build, Op};
use rmlir_core::{Fold, FoldValue, Rewriter, Value};

use super::fold_op;

/// The single result of an operation, or its fold: an operand, or a constant materialized at the insertion point.
pub fn create_or_fold<T: Op>(rw: &mut Rewriter, build: Build<T>) -> Value {
    let mut state = build.finish(rw.cx());
    state.loc.get_or_insert(rw.default_loc());
    let loc = state.loc;
    let op = rw.body_mut().create_op(state);
    let folded = match fold_op(rw.body_mut(), op) {
        Fold::Results(results) => results.first().copied(),
        _ => None,
    };
    let known = match folded {
        Some(FoldValue::Value(value)) => Some(value),
        Some(FoldValue::Attr(attr)) => {
            let ty = rw.ty(rw.result(op, 0));
            if let Some(loc) = loc {
                rw.set_loc(loc);
            }
            rw.constant(T::DEF.dialect(), attr, ty).map(|constant| rw.result(constant, 0))
        }
        None => None,
    };
    match known {
        Some(value) => {
            rw.body_mut().erase_op(op).expect("nothing uses what was just made");
            value
        }
        None => {
            rw.insert(op);
            rw.result(op, 0)
        }
    }
}
