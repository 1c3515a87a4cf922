//! Loads that may be executed speculatively.
//!
//! A machine that supports them has a class that lists them: HPL-PD calls them dismissible, IA-64 speculative (`ld.s`,
//! whose register is marked by a bit if the load was deferred).

use rmlir::core::interfaces::MemoryEffects;
use rmlir::interp::{Emit, Emitted, Value};
use rmlir::prelude::*;

/// Loads an element, or yields poison if the load would trap.
///
/// It is speculatable: an index that is out of bounds or poison, or freed memory, is no undefined behaviour. So it may
/// be executed before it is known whether its result is used.
///
/// ```mlir
/// %x = vliw.dismissible_load %buffer[%i] : memref<?xf32>
/// ```
#[op(name = "vliw.dismissible_load", interfaces(MemoryEffects), eval = load,
     format = "$memref `[` $indices `]` attr-dict `:` type($memref)")]
pub struct DismissibleLoadOp {
    #[operand]
    memref: AnyMemRef,
    #[operand]
    indices: Vec<Index>,
    #[result(derive(from = "memref", with = element_of, summary = "result type matches element type of 'memref'"))]
    result: AnyType,
}

fn element_of(cx: &Context, memref: Type) -> Option<Type> {
    memref.element(cx)
}

impl MemoryEffects for DismissibleLoadOp<()> {
    fn effects(&self, op: OpRef) -> Vec<Effect> {
        vec![Effect::on(EffectKind::Read, op.value(DismissibleLoadOp::memref).id)]
    }
}

fn load<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = emit.kind(op, op.result(0).ty())?;
    let (size, operands, into) = (kind.size(), emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let address = m.element(operands[0], &operands[1..], size);
        let loaded = address.and_then(|address| kind.load(&m.memory, address));
        Ok(loaded.unwrap_or(Value::Poison))
    });
    Ok(())
}
