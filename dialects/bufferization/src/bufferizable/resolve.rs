//! Insertion of copies for operands that bufferize out of place.

use rmlir::prelude::*;
use rmlir_tensor::DimOp;

use super::{Attempt, State, Use, allocate_tensor_for, is_tensor};

/// The copies to insert.
#[derive(Default)]
struct Plan {
    /// Operands, and whether their elements are needed.
    operands: Vec<(usize, bool)>,
    /// Results that are copied instead of the aliasing operand, and whether their elements are needed.
    results: Vec<(Value, bool)>,
}

/// Inserts a copy of each operand of `op` that bufferizes out of place. If just one result aliases an operand that is
/// not written to, that result is copied instead: it may be smaller, and the copy is executed later.
pub fn resolve_operand_conflicts(op: OpId, rw: &mut Rewriter, state: &State) -> Attempt<()> {
    let plan = plan_copies(OpRef::new(rw, op), state)?;
    let loc = rw.loc(op);
    rw.before(op);
    for (index, copies) in plan.operands {
        let operand = rw.operand(op, index);
        let copy = allocate_tensor_for(rw, loc, operand, state.session, copies)?;
        rw.set_operand(op, index, copy);
    }
    if !plan.results.is_empty() {
        rw.after(op);
    }
    for (value, copies) in plan.results {
        let copy = allocate_tensor_for(rw, loc, value, state.session, copies)?;
        let made = rw.defining_op(copy);
        rw.replace_uses_if(value, copy, |body, user, _| Some(user) != made && !OpRef::new(body, user).is::<DimOp>());
    }
    Ok(())
}

impl State<'_> {
    /// See [`resolve_operand_conflicts`].
    pub(super) fn resolve_conflicts_by_default(&self, op: OpId, rw: &mut Rewriter) -> Attempt<()> {
        resolve_operand_conflicts(op, rw, self)
    }
}

fn plan_copies(op: OpRef, state: &State) -> Attempt<Plan> {
    let mut plan = Plan::default();
    let body = op.body;
    for index in 0..op.n_operands() {
        let ty = op.operand(index).ty();
        let operand = Use { op: op.id, index };
        if !is_tensor(op.cx(), ty) || state.is_in_place(body, operand) {
            continue;
        }
        if ty.shape(op.cx()).is_none() {
            return Err(op.plain_error("copying of unranked tensors is not implemented").into());
        }
        let copies = !state.can_omit_copy(body, operand);
        match state.aliasing_values(body, operand)[..] {
            [alias]
                if body.defining_op(alias.value).is_some()
                    && !state.writes(body, operand)
                    && state.aliasing_operands(ValueRef::new(body, alias.value)).len() == 1
                    && body.ty(alias.value).shape(op.cx()).is_some() =>
            {
                plan.results.push((alias.value, copies));
            }
            _ => plan.operands.push((index, copies)),
        }
    }
    Ok(plan)
}
