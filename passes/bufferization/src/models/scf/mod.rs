//! Structured control flow: buffers as loop-carried values and as results of conditionals.

mod choice;
mod execute_region;
mod for_op;
mod forall;
mod while_op;
mod yield_op;

use rmlir::prelude::*;
use rmlir_bufferization::bufferizable::{Attempt, Session, State, buffer_type_in, get_buffer, is_tensor, types};

use super::recreate::recreate;

pub(super) use self::choice::Choice;
pub(super) use self::execute_region::ExecuteRegion;
pub(super) use self::for_op::For;
pub(super) use self::forall::{Forall, InParallel};
pub(super) use self::while_op::{Condition, While};
pub(super) use self::yield_op::Yield;

/// The buffers of tensors among `values`, and the other values unchanged.
fn buffers_of(rw: &mut Rewriter, values: &[Value], session: &Session) -> Attempt<Vec<Value>> {
    let mut found = Vec::new();
    for &value in values {
        found.push(if is_tensor(rw, rw.ty(value)) { get_buffer(rw, value, session)? } else { value });
    }
    Ok(found)
}

/// Whether no value outside of `region` but `exception` may alias the buffer of `value`.
fn is_local(body: &Body, value: Value, region: RegionId, exception: Value, state: &State) -> bool {
    state.aliases(value).iter().all(|&alias| {
        if alias == exception {
            return true;
        }
        let Some(block) = body.value_block(alias) else { return false };
        let is_argument = body.defining_op(alias).is_none();
        let is_direct = body.region_of(block) == Some(region);
        body.region_contains_block(region, block) && !(is_argument && is_direct)
    })
}

/// The type of the buffer of a loop-carried value, from the initial value and the yielded one.
fn carried_type(
    arg: ValueRef,
    init: ValueRef,
    yielded: ValueRef,
    session: &Session,
    stack: &mut Vec<Value>,
) -> Attempt<Type> {
    let first = buffer_type_in(init, session, stack)?;
    // The query is recursive through the yielded value: the initial value decides.
    if stack.iter().filter(|&&value| value == arg.id).count() >= 2 {
        return Ok(first);
    }
    let next = buffer_type_in(yielded, session, stack)?;
    if first == next {
        return Ok(first);
    }
    types::reconcile(arg.cx(), first, next).ok_or_else(|| {
        let message = "init_arg and yielded value bufferize to inconsistent memory spaces";
        rmlir_bufferization::bufferizable::owner_of(arg).error(message).into()
    })
}
