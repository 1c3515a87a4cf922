//! Comparisons of `vector.step`.

use rmlir::prelude::*;
use rmlir_arith::{CmpIOp, CmpIPredicate, ConstantOp};

use super::result_type;
use crate::StepOp;
use crate::fold::splat_attr;
use crate::types::VectorType;

canonicalize! {
    StepOp: compared;
}

/// Whether the comparison of all of 0, .., `n` - 1 with `bound` is true; `None` if the results differ.
fn uniform(predicate: CmpIPredicate, n: i64, bound: i64) -> Option<bool> {
    use CmpIPredicate::*;
    match predicate {
        Ult | Uge if n <= bound => Some(predicate == Ult),
        Ule | Ugt if n - 1 <= bound => Some(predicate == Ule),
        Eq | Ne if n <= bound => Some(predicate == Ne),
        _ => None,
    }
}

/// Replaces a comparison with a constant by a constant if the result is the same for all elements.
#[pattern]
pub(crate) fn compared(op: StepOp, rw: &mut Rewriter) -> Match {
    let result = rw.result(op.id(), 0);
    let n = VectorType::at(rw, result).n_elements();
    let compare = |(user, index): (OpId, u32)| {
        let compare = OpRef::new(rw, user).cast::<CmpIOp>().filter(|_| index == 0)?;
        let bound = rmlir::core::fold::constant_value(rw, compare.rhs(rw))?.int_or_splat(rw)?.sext_value()?;
        let predicate = compare.predicate(rw);
        Some((compare, uniform(predicate, n, bound)?))
    };
    let Some((compare, holds)) = rw.uses(result).find_map(compare) else {
        return rw.no_match(op, "no comparison is the same for all");
    };
    let ty = result_type(rw, compare);
    let value = splat_attr(rw, ty, rw.bool_attr(holds)).expect("a comparison of vectors is a mask");
    rw.after(compare.id());
    let constant = rw.value(ConstantOp::build(value));
    rw.replace(compare, [constant])
}
