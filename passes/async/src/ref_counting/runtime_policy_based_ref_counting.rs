//! Reference counting by the kind of uses.
//!
//! A token is awaited or added to a group once, a value or a group is awaited once: then only the last operation of an
//! await drops the reference, and no liveness analysis is needed.

use rmlir::prelude::*;
use rmlir_async::{Async, RuntimeAddToGroupOp, RuntimeIsErrorOp, RuntimeLoadOp, TokenType, value_type};

use super::{count_all, drop_reference, drop_unused};

/// Policy based reference counting for Async runtime operations.
///
/// A token is dropped after it was queried for an error or was added to a group, a group after it was queried for an
/// error, a value after it was loaded. Programs that use them more often than that are not freed properly.
///
/// ```mlir
/// %number = async.runtime.load %value : <i32>
/// // becomes
/// %number = async.runtime.load %value : <i32>
/// async.runtime.drop_ref %value {count = 1 : i64} : !async.value<i32>
/// ```
#[pass(
    name = "async-runtime-policy-based-ref-counting",
    title = "AsyncRuntimePolicyBasedRefCountingPass",
    depends(Async)
)]
pub fn async_runtime_policy_based_ref_counting(cx: &mut PassCx) -> PassResult {
    count_all(cx, &count_references)
}

fn count_references(body: &mut Body, value: Value) -> Checked {
    if drop_unused(body, value) {
        return Ok(());
    }
    let last_users: Vec<OpId> = body.users(value).filter(|&user| is_last_use(OpRef::new(body, user), value)).collect();
    let mut rw = Rewriter::new(body);
    for user in last_users {
        rw.after(user);
        let loc = rw.loc(user);
        drop_reference(&mut rw, value, loc);
    }
    Ok(())
}

/// Whether `user` is the last use of `value` by the rules above.
fn is_last_use(user: OpRef, value: Value) -> bool {
    let (cx, ty) = (user.cx(), user.body.ty(value));
    let is_token = TokenType::from_type(cx, ty).is_some();
    let is_value = value_type(cx, ty).is_some();
    (user.is::<RuntimeIsErrorOp>() && !is_value)
        || (user.is::<RuntimeLoadOp>() && is_value)
        || (user.is::<RuntimeAddToGroupOp>() && is_token)
}
