//! Stack memory of a callee: allocations of constant size are moved to the caller's entry block, so that they are
//! executed once; dynamic allocations are freed where the callee would have returned.
//!
//! Steps: 1. allocations of a constant size in the callee's entry block move to the caller's, each with its own
//! constant for the size; 2. a lifetime start at the original position and a lifetime end before each return delimit
//! their lifetimes, unless the callee has lifetime markers; 3. if there are other allocations, the stack is saved at
//! the start and restored at the end.

use rmlir::core::fold::constant_value;
use rmlir::prelude::*;

use crate::intrinsics::memory::{LifetimeEndIntr, LifetimeStartIntr, StackrestoreIntr, StacksaveIntr};
use crate::ops::cast::BitcastOp;
use crate::ops::constant::ConstantOp;
use crate::ops::memory::AllocaOp;
use crate::types::PointerType;

/// An allocation of constant size, which moves to the caller's entry block.
struct Static {
    alloca: OpId,
    /// The number of elements.
    size: Attr,
    /// Whether lifetime markers have to be created.
    needs_lifetime: bool,
}

/// The stack allocations of the callee.
struct Taken {
    moving: Vec<Static>,
    /// Whether there are allocations of dynamic size.
    has_dynamic: bool,
}

/// The entry block of the nearest allocation scope around `op`, at whose exit stack memory is freed.
fn allocation_block(body: &Body, op: OpId) -> Option<BlockId> {
    let mut at = op;
    loop {
        let region = body.parent_region(at)?;
        let owner = body.region_owner(region);
        let is_unknown = body.def(owner).is_none();
        if owner == body.root() || is_unknown || body.has_trait(owner, TraitSet::AUTOMATIC_ALLOCATION_SCOPE) {
            return body.blocks(region).next();
        }
        at = owner;
    }
}

/// Rewrites the stack allocations in `blocks`, which replaced `call`.
pub fn handle(rw: &mut Rewriter, call: OpId, blocks: &[BlockId]) {
    let Some(entry) = allocation_block(rw, call) else { return };
    let taken = look(rw, blocks);
    if taken.moving.is_empty() && !taken.has_dynamic {
        return;
    }
    let loc = rw.loc(call);
    let saved = taken.has_dynamic.then(|| {
        let pointer = PointerType::get(rw.cx(), 0).ty();
        rw.at_start(blocks[0]);
        rw.set_loc(loc);
        rw.value(StacksaveIntr::build(pointer))
    });
    move_allocas(rw, entry, &taken.moving);
    for &block in blocks {
        let Some(end) = rw.last_op(block).filter(|&end| rw.has_trait(end, TraitSet::RETURN_LIKE)) else { continue };
        rw.before(end);
        if let Some(saved) = saved {
            rw.set_loc(loc);
            rw.create(StackrestoreIntr::build(saved));
        }
        for taken in taken.moving.iter().filter(|taken| taken.needs_lifetime) {
            rw.set_loc(rw.loc(taken.alloca));
            rw.create(LifetimeEndIntr::build(rw.result(taken.alloca, 0)));
        }
    }
}

/// The stack allocations in `blocks`. Only the first block is known to execute exactly once.
fn look(body: &Body, blocks: &[BlockId]) -> Taken {
    let mut taken = Taken { moving: Vec::new(), has_dynamic: false };
    for (index, &block) in blocks.iter().enumerate() {
        for alloca in body.ops(block).filter(|&op| OpRef::new(body, op).is::<AllocaOp>()) {
            let size = constant_value(body, body.operand(alloca, 0));
            let number = size.and_then(|size| Some((size, size.as_integer(body.cx())?.0.is_zero())));
            match number {
                Some((size, is_empty)) if index == 0 => {
                    let needs_lifetime = !is_empty && !has_lifetime(body, alloca);
                    taken.moving.push(Static { alloca, size, needs_lifetime });
                }
                Some(_) => {}
                None => taken.has_dynamic = true,
            }
        }
    }
    taken
}

/// Whether a lifetime marker uses the memory of `alloca`.
fn has_lifetime(body: &Body, alloca: OpId) -> bool {
    let mut waiting = vec![alloca];
    while let Some(op) = waiting.pop() {
        for user in body.users(body.result(op, 0)) {
            let view = OpRef::new(body, user);
            if view.is::<LifetimeStartIntr>() || view.is::<LifetimeEndIntr>() {
                return true;
            }
            if view.is::<BitcastOp>() {
                waiting.push(user);
            }
        }
    }
    false
}

/// Moves allocations to the start of `entry`, in their order.
fn move_allocas(rw: &mut Rewriter, entry: BlockId, moving: &[Static]) {
    rw.at_start(entry);
    let start = rw.insert_point();
    for taken in moving {
        let loc = rw.loc(taken.alloca);
        if taken.needs_lifetime {
            rw.before(taken.alloca);
            rw.create(LifetimeStartIntr::build(rw.result(taken.alloca, 0)));
        }
        rw.set_insert_point(start);
        rw.set_loc(loc);
        let ty = rw.ty(rw.operand(taken.alloca, 0));
        let size = rw.create(ConstantOp::build(ty, taken.size));
        rw.move_after(taken.alloca, size.id());
        rw.set_operand(taken.alloca, 0, rw.result(size.id(), 0));
    }
}
