//! Reference counting by liveness.
//!
//! Plan, for each value: 1. compute the blocks of its region where it is live; 2. drop it after its last use in each
//! block where its live range ends, unless it is returned; 3. add a reference before each call that takes it, for the
//! callee drops it; 4. where it is live-in in one successor of a branch and not in another one, drop it on the edge to
//! the latter.
//!
//! A suspended coroutine is an exception to 4: it is eventually resumed, and then reaches a block where the value is
//! live.

use rmlir::pass::output::{Texts, with_operation};
use rmlir::prelude::*;
use rmlir_async::{Async, CoroSuspendOp};
use rmlir_cf::BrOp;
use rmlir_func::CallOp;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{add_reference, count_all, drop_reference, drop_unused};

/// Automatic reference counting for Async runtime operations.
///
/// Adds and drops references such that each runtime object is freed after its last use.
///
/// ```mlir
/// %token = async.runtime.create : !async.token
/// async.runtime.await %token : !async.token
/// // becomes
/// %token = async.runtime.create : !async.token
/// async.runtime.await %token : !async.token
/// async.runtime.drop_ref %token {count = 1 : i64} : !async.token
/// ```
#[pass(name = "async-runtime-ref-counting", title = "AsyncRuntimeRefCountingPass", depends(Async))]
pub fn async_runtime_ref_counting(cx: &mut PassCx) -> PassResult {
    let texts = cx.texts();
    count_all(cx, &|body, value| count_references(body, value, texts))
}

fn count_references(body: &mut Body, value: Value, texts: &dyn Texts) -> Checked {
    if drop_unused(body, value) {
        return Ok(());
    }
    let live = Live::of(body, value);
    drop_after_last_uses(body, &live, texts)?;
    add_before_calls(body, value);
    drop_on_other_ways(body, &live, texts)
}

/// The live range of a value in the blocks of its region.
struct Live {
    value: Value,
    region: RegionId,
    /// The last operation in a block that uses it, or contains a use.
    last_uses: FxHashMap<BlockId, OpId>,
    /// The blocks where it is live-in: never the block that defines it.
    at_start: FxHashSet<BlockId>,
}

impl Live {
    /// Walks backward from the uses to the definition.
    fn of(body: &Body, value: Value) -> Self {
        let definition = body.value_block(value).expect("a counted value stands in a block");
        let region = body.region_of(definition).expect("blocks of verified operations stand in a region");
        let mut last_uses: FxHashMap<BlockId, OpId> = FxHashMap::default();
        let mut waiting = Vec::new();
        for user in body.users(value) {
            let user = ancestor_in_region(body, user, region);
            let block = body.block_of(user).expect("a user stands in a block");
            let last = last_uses.entry(block).or_insert(user);
            if body.is_before_in_block(*last, user) {
                *last = user;
            }
            waiting.push(block);
        }
        let mut at_start = FxHashSet::default();
        while let Some(block) = waiting.pop() {
            if block != definition && at_start.insert(block) {
                waiting.extend(body.predecessors(block));
            }
        }
        Self { value, region, last_uses, at_start }
    }

    fn is_at_start(&self, block: BlockId) -> bool {
        self.at_start.contains(&block)
    }

    fn is_at_end(&self, body: &Body, block: BlockId) -> bool {
        successors(body, block).into_iter().any(|successor| self.is_at_start(successor))
    }
}

fn successors(body: &Body, block: BlockId) -> Vec<BlockId> {
    body.terminator(block).map_or_else(Vec::new, |terminator| body.successors(terminator).collect())
}

/// The ancestor of `op` that is in a block of `region`.
fn ancestor_in_region(body: &Body, op: OpId, region: RegionId) -> OpId {
    let mut ancestor = op;
    while body.parent_region(ancestor) != Some(region) {
        ancestor = body.parent_op(ancestor).expect("uses of a value stand in its region");
    }
    ancestor
}

fn drop_after_last_uses(body: &mut Body, live: &Live, texts: &dyn Texts) -> Checked {
    let loc = body.value_loc(live.value);
    for block in body.blocks(live.region).collect::<Vec<_>>() {
        let Some(&last) = live.last_uses.get(&block) else { continue };
        let op = OpRef::new(body, last);
        if live.is_at_end(body, block) || op.has(TraitSet::RETURN_LIKE) {
            continue;
        }
        if op.has(TraitSet::TERMINATOR) {
            let error = op.plain_error("async reference counting can't handle terminators that are not ReturnLike");
            return Err(Box::new(with_operation(texts, op, *error)));
        }
        let mut rw = Rewriter::new(body);
        rw.after(last);
        drop_reference(&mut rw, live.value, loc);
    }
    Ok(())
}

fn add_before_calls(body: &mut Body, value: Value) {
    let loc = body.value_loc(value);
    let calls: Vec<OpId> = body.users(value).filter(|&user| OpRef::new(body, user).is::<CallOp>()).collect();
    let mut rw = Rewriter::new(body);
    for call in calls {
        rw.before(call);
        add_reference(&mut rw, value, loc);
    }
}

/// Step 4 of the plan.
fn drop_on_other_ways(body: &mut Body, live: &Live, texts: &dyn Texts) -> Checked {
    let blocks: Vec<BlockId> = body.blocks(live.region).collect();
    for block in blocks {
        let mut others: Vec<BlockId> = Vec::new();
        for successor in successors(body, block) {
            if !live.is_at_start(successor) && !others.contains(&successor) {
                others.push(successor);
            }
        }
        if others.is_empty() || !live.is_at_end(body, block) {
            continue;
        }
        let terminator = body.terminator(block).expect("a block with successors has a terminator");
        let op = OpRef::new(body, terminator);
        if op.is::<CoroSuspendOp>() {
            continue;
        }
        if others.iter().any(|&other| !body.args(other).is_empty()) {
            let error = op.error("successor have different `liveIn` property of the reference counted value");
            return Err(Box::new(with_operation(texts, op, *error)));
        }
        for other in others {
            drop_on_the_way(body, live.value, terminator, other);
        }
    }
    Ok(())
}

/// Drops the value in `target`, if `terminator` is its only predecessor, or else on the split edge.
fn drop_on_the_way(body: &mut Body, value: Value, terminator: OpId, target: BlockId) {
    let (loc, from) = (body.value_loc(value), body.block_of(terminator));
    let is_only_way = body.unique_predecessor(target) == from;
    let mut rw = Rewriter::new(body);
    if is_only_way {
        rw.at_start(target);
        drop_reference(&mut rw, value, loc);
        return;
    }
    let between = rw.create_block_before(target, &[], &[]);
    rw.at_end(between);
    drop_reference(&mut rw, value, loc);
    rw.create(BrOp::build(&[], target).at(loc));
    for index in 0..rw.n_successors(terminator) {
        if rw.successor(terminator, index) == target {
            rw.set_successor(terminator, index, between);
        }
    }
}
