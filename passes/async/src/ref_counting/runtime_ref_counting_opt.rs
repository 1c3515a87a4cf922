//! Cancellation of matching additions and drops of references.
//!
//! Plan: 1. for each value and each block with uses of it, match each addition of references with a drop of the same
//! count later in the block, the first of either first; 2. a pair is preserved if the value is passed to a function in
//! between and used after that, because the function may drop the last reference; 3. all other pairs are erased at the
//! end.

use std::cmp::Ordering;

use rmlir::prelude::*;
use rmlir_async::{Async, RuntimeAddRefOp, RuntimeDropRefOp};
use rmlir_func::CallOp;
use rustc_hash::FxHashSet;

use super::{counted_arguments, counted_results};

/// Optimize automatic reference counting operations for the Async runtime by removing redundant operations.
///
/// ```mlir
/// async.runtime.add_ref %token {count = 1 : i64} : !async.token
/// call @f(%token) : (!async.token) -> ()
/// async.runtime.drop_ref %token {count = 1 : i64} : !async.token
/// // becomes
/// call @f(%token) : (!async.token) -> ()
/// ```
#[pass(name = "async-runtime-ref-counting-opt", title = "AsyncRuntimeRefCountingOptPass", depends(Async))]
pub fn async_runtime_ref_counting_opt(cx: &mut PassCx) -> PassResult {
    cancel_in(cx.body_mut());
    Ok(())
}

fn cancel_in(body: &mut Body) {
    for op in body.proxies() {
        cancel_in(body.nested_mut(op).expect("a proxy has a body"));
    }
    let mut cancelled = Vec::new();
    for value in counted_arguments(body).into_iter().chain(counted_results(body)) {
        for users in users_by_block(body, value) {
            cancelled.extend(pairs(body, &users));
        }
    }
    let mut rw = Rewriter::new(body);
    for op in cancelled {
        rw.erase(op);
    }
}

/// The operations of each block that use `value`, or contain a use, in program order.
fn users_by_block(body: &Body, value: Value) -> Vec<Vec<OpId>> {
    let definition = body.value_region(value);
    let (mut seen, mut groups) = (FxHashSet::default(), Vec::<Vec<OpId>>::new());
    for user in body.users(value) {
        let mut next = Some(user);
        while let Some(op) = next.filter(|&op| seen.insert(op)) {
            let block = body.block_of(op);
            match groups.iter_mut().find(|group| body.block_of(group[0]) == block) {
                Some(group) => group.push(op),
                None => groups.push(vec![op]),
            }
            next = body.parent_op(op).filter(|_| body.parent_region(op) != definition);
        }
    }
    let in_order =
        |&a: &OpId, &b: &OpId| if body.is_before_in_block(a, b) { Ordering::Less } else { Ordering::Greater };
    groups.iter_mut().for_each(|group| group.sort_by(in_order));
    groups
}

/// The operations among `users`, in one block, that cancel out.
fn pairs(body: &Body, users: &[OpId]) -> Vec<OpId> {
    let count = |index: usize, is_drop: bool| {
        let op = OpRef::new(body, users[index]);
        let slot = match is_drop {
            true => op.is::<RuntimeDropRefOp>().then_some(RuntimeDropRefOp::COUNT),
            false => op.is::<RuntimeAddRefOp>().then_some(RuntimeAddRefOp::COUNT),
        };
        slot.and_then(|slot| op.prop(slot))
    };
    let mut is_cancelled = vec![false; users.len()];
    for add in 0..users.len() {
        let Some(n_added) = count(add, false) else { continue };
        let mut was_called = false;
        for drop in add + 1..users.len() {
            if count(drop, true) == Some(n_added) && !is_cancelled[drop] {
                (is_cancelled[add], is_cancelled[drop]) = (true, true);
                break;
            }
            let is_call = OpRef::new(body, users[drop]).is::<CallOp>();
            if was_called && !is_call {
                break;
            }
            was_called |= is_call;
        }
    }
    users.iter().copied().zip(is_cancelled).filter(|&(_, is_cancelled)| is_cancelled).map(|(user, _)| user).collect()
}
