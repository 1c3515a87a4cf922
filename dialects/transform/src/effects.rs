//! The effects of transform operations on handles and payload, as memory effects, so that generic passes are correct.
//!
//! Handles are one resource, [`HANDLES`], payload is another, [`PAYLOAD`]. An operation reads its operands; one that
//! *consumes* an operand also frees it: the handle, and all to the same payload, must not be used afterwards. It
//! allocates and writes its results. Payload is read, or read and written.

use rmlir::prelude::*;

/// The resource of the mapping from handles to payload.
pub const HANDLES: &str = "transform.mapping";
/// The resource of the IR that a script transforms.
pub const PAYLOAD: &str = "transform.payload_ir";

/// The effect of an operation on payload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnPayload {
    /// No effect.
    Nothing,
    /// The operation reads payload.
    Reads,
    /// The operation reads and modifies payload.
    Modifies,
}

fn on_value(kind: EffectKind, value: ValueRef) -> Effect {
    Effect { resource: HANDLES, ..Effect::on(kind, value.id) }
}

/// The effects of an operation that reads its operands, frees those that are consumed, and produces its results.
pub fn effects(op: OpRef, consumes: impl Fn(usize) -> bool, payload: OnPayload) -> Vec<Effect> {
    let mut all = Vec::new();
    for (index, operand) in op.operands().enumerate() {
        all.push(on_value(EffectKind::Read, operand));
        if consumes(index) {
            all.push(on_value(EffectKind::Free, operand));
        }
    }
    for result in op.results() {
        all.push(on_value(EffectKind::Allocate, result));
        all.push(on_value(EffectKind::Write, result));
    }
    let any = |kind| Effect { resource: PAYLOAD, ..Effect::any(kind) };
    if payload != OnPayload::Nothing {
        all.push(any(EffectKind::Read));
    }
    if payload == OnPayload::Modifies {
        all.push(any(EffectKind::Write));
    }
    all
}

/// The effects of operations on handles alone.
pub fn on_handles(op: OpRef) -> Vec<Effect> {
    effects(op, |_| false, OnPayload::Nothing)
}

/// The effects of operations that find or inspect payload.
pub fn reads_payload(op: OpRef) -> Vec<Effect> {
    effects(op, |_| false, OnPayload::Reads)
}

/// The effects of operations that modify payload and preserve handles.
pub fn changes_payload(op: OpRef) -> Vec<Effect> {
    effects(op, |_| false, OnPayload::Modifies)
}

/// The effects of operations that modify payload, consume their operands and return handles to the new payload.
pub fn replaces_payload(op: OpRef) -> Vec<Effect> {
    effects(op, |_| true, OnPayload::Modifies)
}

/// Whether `op` consumes `handle`.
pub fn consumes(op: OpRef, handle: Value) -> bool {
    let all = op.interface::<dyn MemoryEffects>().map(|interface| interface.effects(op)).unwrap_or_default();
    let frees = |effect: &Effect| effect.kind == EffectKind::Free && effect.resource == HANDLES;
    all.iter().any(|effect| frees(effect) && effect.target == EffectTarget::Value(handle))
}

/// The effect of `op` on payload.
pub fn on_payload(op: OpRef) -> OnPayload {
    let all = op.interface::<dyn MemoryEffects>().map(|interface| interface.effects(op)).unwrap_or_default();
    let has = |kind| all.iter().any(|effect| effect.kind == kind && effect.resource == PAYLOAD);
    match (has(EffectKind::Write), has(EffectKind::Read)) {
        (true, _) => OnPayload::Modifies,
        (_, true) => OnPayload::Reads,
        _ => OnPayload::Nothing,
    }
}

/// Implements the memory effects of operations: rows of `how => Op, ..;`, where `how` is one of the functions above.
#[macro_export]
macro_rules! handle_effects {
    ($($how:path => $($op:ident),+;)*) => {$($(
        impl ::rmlir::core::interfaces::MemoryEffects for $op<()> {
            fn effects(&self, op: ::rmlir::core::OpRef) -> Vec<::rmlir::core::interfaces::Effect> {
                $how(op)
            }
        }
    )+)*};
}
