//! Remarks on payload, for authors of scripts.

use rmlir::prelude::*;
use rmlir_transform::effects::reads_payload;
use rmlir_transform::{
    AnyHandleOrParam, Applied, Failure, Mapped, Results, TransformHandle, TransformOp, TransformParam, TransformState,
    handle_effects,
};

// As in upstream, emitting a remark is no memory effect: generic passes may erase it.
handle_effects! {
    reads_payload => EmitParamAsRemarkOp, EmitRemarkAtOp;
}

/// Emits a remark at each operation or value.
#[op(
    name = "transform.debug.emit_remark_at",
    interfaces(MemoryEffects, TransformOp),
    format = "$at `,` $message attr-dict `:` type($at)"
)]
pub struct EmitRemarkAtOp {
    #[operand]
    at: AnyHandleOrParam,
    #[prop]
    message: StrAttr,
}

impl TransformOp for EmitRemarkAtOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, _results: &mut Results) -> Applied {
        let cx = op.cx();
        let message = op.get(EmitRemarkAtOp::message);
        match state.mapped(op.value(EmitRemarkAtOp::at)) {
            Mapped::Ops(ops) => {
                for payload in ops {
                    state.say_at(&payload, message);
                }
            }
            Mapped::Values(values) => {
                for payload in values {
                    let value = ValueRef::new(state.body(&payload.path), payload.value);
                    let place = value.loc().place(cx);
                    let note = format!("value handle points to {}", describe(value));
                    state.say(Diagnostic::remark(place.clone(), message).note(place, note));
                }
            }
            Mapped::Params(_) => {
                return Err(Failure::definite(op, "parameters have no place to say something at"));
            }
        }
        Ok(())
    }
}

/// The description of a value by its definition.
fn describe(value: ValueRef) -> String {
    match value.def() {
        ValueDefinition::Result(_, index) => format!("an op result #{index}"),
        ValueDefinition::Argument(block, index) => {
            let region = value.body.value_region(value.id).expect("an argument belongs to a region");
            let owner = RegionRef::new(value.body, region).owner();
            let number = RegionRef::new(value.body, region).blocks().position(|other| other.id == block).unwrap_or(0);
            let of_op = owner.regions().position(|other| other.id == region).unwrap_or(0);
            format!("a block argument #{index} in block #{number} in region #{of_op}")
        }
    }
}

/// Emits parameters as remarks, at an operation or at itself.
#[op(
    name = "transform.debug.emit_param_as_remark",
    interfaces(MemoryEffects, TransformOp),
    format = "$param (`,` $message^)? (`at` $anchor^)? attr-dict `:` type($param) (`,` type($anchor)^)?"
)]
pub struct EmitParamAsRemarkOp {
    #[operand]
    param: TransformParam,
    #[operand]
    anchor: Option<TransformHandle>,
    #[prop]
    message: Option<StrAttr>,
}

impl TransformOp for EmitParamAsRemarkOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, _results: &mut Results) -> Applied {
        let cx = op.cx();
        let shown: Vec<String> =
            state.params(op.value(EmitParamAsRemarkOp::param)).iter().map(|&param| cx.show_attr(param)).collect();
        let shown = shown.join(", ");
        let message = op.get(EmitParamAsRemarkOp::message);
        let text = message.map_or(shown.clone(), |message| format!("{message} {shown}"));
        let Some(anchor) = op.operands().nth(1) else {
            state.say_at_script(op, &text);
            return Ok(());
        };
        for payload in state.ops(anchor) {
            state.say_at(&payload, &text);
        }
        Ok(())
    }
}
