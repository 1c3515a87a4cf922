//! The evaluation of casts.

use crate::UnrealizedConversionCastOp;
use rmlir::interp::signature::Cast;
use rmlir::interp::{Emit, Emitted, Flow, Kind};
use rmlir::prelude::*;

/// The same values in the representation of the other type system.
#[eval(UnrealizedConversionCastOp)]
pub fn cast<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kinds = |values: Vec<Type>| values.into_iter().map(|ty| emit.kind(op, ty)).collect::<Result<Vec<Kind>, _>>();
    let from = kinds(op.operands().map(ValueRef::ty).collect())?;
    let to = kinds(op.results().map(ValueRef::ty).collect())?;
    // The descriptor of an unranked memref is in memory, which may be written after the cast.
    let is_unranked = |kind: &Kind| matches!(kind, Kind::MemRef(memref) if memref.shape.is_none());
    if to.iter().any(is_unranked) && !from.iter().any(is_unranked) {
        return Err(op.error("cannot be interpreted: it takes an unranked memref out of memory"));
    }
    let cast = Cast::new(&from, &to);
    let cast = cast.ok_or_else(|| op.error("cannot be interpreted: neither side is a known form of the other"))?;
    let (operands, results) = (emit.operands(op), emit.results(op));
    emit.push(move |m| {
        let values: Vec<_> = operands.iter().map(|&operand| m.get(operand).clone()).collect();
        let values = cast.apply(&values, &mut m.memory)?;
        results.iter().zip(values).for_each(|(&result, value)| m.set(result, value));
        Ok(Flow::Next)
    });
    Ok(())
}
