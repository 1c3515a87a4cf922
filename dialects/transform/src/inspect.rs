//! Operations that inspect or annotate payload.

use rmlir::core::verify::verify_tree;
use rmlir::prelude::*;

use crate::effects::{changes_payload, on_handles, reads_payload};
use crate::handle_effects;
use crate::interface::{Applied, Failure, Results, TransformOp};
use crate::state::TransformState;
use crate::types::{TransformHandle, TransformParam};

handle_effects! {
    changes_payload => AnnotateOp;
    prints => PrintOp;
    on_handles => VerifyOp;
}

/// The effects of printing: a write to an unknown resource.
fn prints(op: OpRef) -> Vec<Effect> {
    let mut all = reads_payload(op);
    all.push(Effect::any(EffectKind::Write));
    all
}

/// Prints payload, or the whole payload root.
#[op(
    name = "transform.print",
    interfaces(MemoryEffects, TransformOp),
    format = "$target attr-dict (`:` type($target)^)?"
)]
pub struct PrintOp {
    #[operand]
    target: Option<TransformHandle>,
    #[prop]
    name: Option<StrAttr>,
    #[prop]
    assume_verified: Option<UnitAttr>,
    #[prop]
    use_local_scope: Option<UnitAttr>,
    #[prop]
    skip_regions: Option<UnitAttr>,
}

impl TransformOp for PrintOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, _results: &mut Results) -> Applied {
        let name = op.get(PrintOp::name);
        let mut text = String::from("[[[ IR printer: ");
        if let Some(name) = name {
            text.push_str(&format!("{name} "));
        }
        match op.operands().next() {
            None => {
                let root = state.texts().ir(state.op(state.root()), false);
                text.push_str(&format!("top-level ]]]\n{root}\n"));
            }
            Some(target) => {
                text.push_str("]]]\n");
                for payload in state.ops(target) {
                    text.push_str(&format!("{}\n", state.texts().ir(state.op(&payload), true)));
                }
            }
        }
        state.print(text);
        Ok(())
    }
}

/// Sets an attribute of payload operations.
#[op(
    name = "transform.annotate",
    interfaces(MemoryEffects, TransformOp),
    format = "$target $name attr-dict (`=` $param^)? `:` type($target) (`,` type($param)^)?"
)]
pub struct AnnotateOp {
    #[operand]
    target: TransformHandle,
    #[prop]
    name: StrAttr,
    #[operand]
    param: Option<TransformParam>,
}

impl TransformOp for AnnotateOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, _results: &mut Results) -> Applied {
        let name = op.get(AnnotateOp::name);
        let targets = state.ops(op.value(AnnotateOp::target));
        let values = match op.operands().nth(1).map(|param| state.params(param)) {
            None => vec![Attr::UNIT; targets.len()],
            Some(params) if params.len() == 1 => vec![params[0]; targets.len()],
            Some(params) if params.len() == targets.len() => params,
            Some(params) => {
                let (n_params, n) = (params.len(), targets.len());
                let message = format!("parameter and target have different payload lengths ({n_params} vs {n})");
                return Err(Failure::silenceable(op, message));
            }
        };
        for (target, value) in targets.into_iter().zip(values) {
            state.rewrite(&target.path, |rw| rw.set_attr(target.op, name, value));
        }
        Ok(())
    }
}

/// Verifies payload operations.
#[op(name = "transform.verify", interfaces(MemoryEffects, TransformOp), format = "$target attr-dict `:` type($target)")]
pub struct VerifyOp {
    #[operand]
    target: TransformHandle,
}

impl TransformOp for VerifyOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, _results: &mut Results) -> Applied {
        for target in state.ops(op.value(VerifyOp::target)) {
            let mut wrong = None;
            let view = state.op(&target);
            if verify_tree(view, &mut |_, diagnostic| wrong = wrong.take().or(Some(diagnostic))).is_err() {
                return Err(Failure::definite(op, "failed to verify payload op").note(view, "payload op"));
            }
        }
        Ok(())
    }
}
