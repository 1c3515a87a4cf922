//! Canonicalization of operations in destination style: operands skip casts that only make sizes
//! dynamic; results are cast instead.

use rmlir::core::clone::CloneMap;
use rmlir::core::opdef::OpDef;
use rmlir::core::pattern::{Pattern, PatternRoot};
use rmlir::prelude::*;

use super::skippable_cast;
use crate::CastOp;

/// Adds the pattern, which is rooted at all operations in destination style except loops.
pub(crate) fn add_patterns(set: &mut PatternSet) {
    let wanted = |def: &'static OpDef| {
        def.interface::<dyn DestinationStyle>().is_some_and(|op| op.may_skip_casts())
            && def.interface::<dyn LoopLike>().is_none()
    };
    set.add(Pattern::rooted(PatternRoot::Where(wanted), "skip_casts_of_operands", skip_casts_of_operands));
}

fn skip_casts_of_operands(rw: &mut Rewriter, op: OpId) -> Match {
    let operands: Vec<Value> = rw.operands(op).collect();
    let skipped = operands.iter().map(|&operand| skippable_cast(rw, operand));
    let new_operands: Vec<Value> = operands.iter().zip(skipped).map(|(&old, new)| new.unwrap_or(old)).collect();
    if new_operands == operands {
        return Match::No;
    }
    let Some(interface) = rw.interface::<dyn DestinationStyle>(op) else { return Match::No };
    let inits = interface.inits(OpRef::new(rw, op));
    let types: Vec<Type> = new_operands[inits].iter().map(|&init| rw.ty(init)).filter(|ty| !ty.is_memref(rw)).collect();
    let new = clone_with(rw, op, &new_operands, &types);
    replace_by_cast_results(rw, op, new)
}

/// A clone of `op` before it, with these operands and result types.
pub fn clone_with(rw: &mut Rewriter, op: OpId, operands: &[Value], types: &[Type]) -> OpId {
    rw.before(op);
    let new = rw.clone_op(op, &mut CloneMap::default());
    rw.set_operands(new, operands);
    let results = rw.results(new).to_vec();
    for (result, &ty) in results.into_iter().zip(types) {
        rw.set_type(result, ty);
    }
    new
}

/// Replaces `op` by the results of `new`, cast where types differ.
pub fn replace_by_cast_results(rw: &mut Rewriter, op: OpId, new: OpId) -> Match {
    let pairs: Vec<(Value, Value)> = rw.results(op).iter().copied().zip(rw.results(new).iter().copied()).collect();
    let mut values = Vec::new();
    for (old, new) in pairs {
        let ty = rw.ty(old);
        values.push(if rw.ty(new) == ty { new } else { rw.value(CastOp::build(ty, new)) });
    }
    rw.replace(op, values)
}
