//! Memory effects of the operations.

use rmlir::core::interfaces::{Effect, EffectKind, EffectTarget, MemoryEffects};
use rmlir::prelude::*;

use crate::*;

/// Rows of `Op: Kind place(index), ..;`: the effects on operands and results.
macro_rules! effects {
    ($($op:ident: $($kind:ident $place:ident($index:literal)),*;)*) => {$(
        impl MemoryEffects for $op<()> {
            fn effects(&self, op: OpRef) -> Vec<Effect> {
                vec![$(Effect::on(EffectKind::$kind, op.$place($index).id)),*]
            }
        }
    )*};
}

effects! {
    AllocOp: Allocate result(0);
    AtomicRMWOp: Read operand(1), Write operand(1);
    CopyOp: Read operand(0), Write operand(1);
    DeallocOp: Free operand(0);
    GenericAtomicRMWOp: Read operand(0), Write operand(0);
    LoadOp: Read operand(0);
    // A write effect, so that a prefetch is not erased and stays in order with other accesses.
    PrefetchOp: Write operand(0);
    ReshapeOp: Read operand(1);
    StoreOp: Write operand(1);
}

impl MemoryEffects for AllocaOp<()> {
    fn effects(&self, op: OpRef) -> Vec<Effect> {
        vec![Effect { resource: Effect::STACK, ..Effect::on(EffectKind::Allocate, op.result(0).id) }]
    }
}

impl MemoryEffects for ReallocOp<()> {
    fn effects(&self, op: OpRef) -> Vec<Effect> {
        let free = Effect::on(EffectKind::Free, op.value(ReallocOp::source).id);
        let target = EffectTarget::Value(op.result(0).id);
        vec![free, Effect { kind: EffectKind::Allocate, target, resource: Effect::DEFAULT, stage: 1 }]
    }
}
