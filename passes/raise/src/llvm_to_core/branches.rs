//! Branches and returns.

use rmlir::prelude::*;
use rmlir_cf as cf;
use rmlir_llvm::ops::branch::{BrOp, CondBrOp, ReturnOp};
use rmlir_llvm::ops::switch::SwitchOp;

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

fn replace(rw: &mut Rewriter, op: OpId, mut state: OpState) {
    state.loc = Some(rw.loc(op));
    state.attrs.extend(rw.discardable_attrs(op));
    rw.before(op);
    rw.create_state(state);
    rw.erase(op);
}

fn branch(rw: &Rewriter, op: BrOp) -> OpState {
    let mut state = cf::BrOp::build(&op.destOperands(rw), op.dest(rw)).finish(rw.cx());
    keep(rw, op.id(), BrOp::LOOP_ANNOTATION, &mut state);
    state
}

fn cond_branch(rw: &Rewriter, op: CondBrOp) -> OpState {
    let (on_true, on_false) = (op.trueDestOperands(rw), op.falseDestOperands(rw));
    let new = cf::CondBrOp::build(op.condition(rw), &on_true, &on_false, op.trueDest(rw), op.falseDest(rw));
    let mut state = new.finish(rw.cx());
    state.set_prop(cf::CondBrOp::BRANCH_WEIGHTS, rw.props(op.id())[CondBrOp::BRANCH_WEIGHTS]);
    keep(rw, op.id(), CondBrOp::LOOP_ANNOTATION, &mut state);
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
    keep(rw, op.id(), SwitchOp::BRANCH_WEIGHTS, &mut state);
    state
}

/// Keeps a property as a discardable attribute.
fn keep(rw: &Rewriter, op: OpId, slot: usize, state: &mut OpState) {
    let value = rw.props(op)[slot];
    if !value.is_absent() {
        let name = OpRef::new(rw, op).def().expect("the operation is registered").props[slot].name;
        state.attrs.push(NamedAttr { name: rw.cx().ident(name), value });
    }
}
