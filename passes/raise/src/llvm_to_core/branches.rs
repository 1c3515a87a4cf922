//! Branches and returns.

use rmlir::prelude::*;
use rmlir_cf as cf;
use rmlir_llvm::ops::branch::{BrOp, CondBrOp, ReturnOp};
use rmlir_llvm::ops::switch::SwitchOp;

use super::replace::{kept, replace};

/// Replaces `op` if it is a branch or a return. The annotations of loops stay discardable attributes.
pub(super) fn raise(rw: &mut Rewriter, op: OpId) -> bool {
    let view = OpRef::new(rw, op);
    let state = match () {
        () if view.is::<BrOp>() => branch(rw, BrOp::from_id(op)),
        () if view.is::<CondBrOp>() => cond_branch(rw, CondBrOp::from_id(op)),
        () if view.is::<SwitchOp>() => switch(rw, SwitchOp::from_id(op)),
        () if view.is::<ReturnOp>() => {
            let returned: Vec<Value> = rw.operands(op).collect();
            rmlir_func::ReturnOp::build(&returned).finish(rw.cx())
        }
        () => return false,
    };
    replace(rw, op, state);
    true
}

fn branch(rw: &Rewriter, op: BrOp) -> OpState {
    let mut state = cf::BrOp::build(&op.destOperands(rw), op.dest(rw)).finish(rw.cx());
    state.attrs = kept(OpRef::new(rw, op.id()), |slot| slot == BrOp::LOOP_ANNOTATION);
    state
}

fn cond_branch(rw: &Rewriter, op: CondBrOp) -> OpState {
    let (on_true, on_false) = (op.trueDestOperands(rw), op.falseDestOperands(rw));
    let new = cf::CondBrOp::build(op.condition(rw), &on_true, &on_false, op.trueDest(rw), op.falseDest(rw));
    let mut state = new.finish(rw.cx());
    state.set_prop(cf::CondBrOp::BRANCH_WEIGHTS, rw.props(op.id())[CondBrOp::BRANCH_WEIGHTS]);
    state.attrs = kept(OpRef::new(rw, op.id()), |slot| slot == CondBrOp::LOOP_ANNOTATION);
    state
}

fn switch(rw: &Rewriter, op: SwitchOp) -> OpState {
    let props = rw.props(op.id());
    let (default, cases) = (op.defaultOperands(rw), op.caseOperands(rw));
    let segments = props[SwitchOp::CASE_OPERAND_SEGMENTS];
    let destinations = op.caseDestinations(rw);
    let new = cf::SwitchOp::build(op.value(rw), &default, &cases, segments, op.defaultDestination(rw), &destinations);
    let mut state = new.finish(rw.cx());
    state.set_prop(cf::SwitchOp::CASE_VALUES, props[SwitchOp::CASE_VALUES]);
    state.attrs = kept(OpRef::new(rw, op.id()), |slot| slot == SwitchOp::BRANCH_WEIGHTS);
    state
}
