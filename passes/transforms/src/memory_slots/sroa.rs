//! Destructuring of aggregate memory slots into slots of their elements.
//!
//! Plan, for each slot: every user must access constant elements, or be able to remove its use. Then slots are created
//! for the used elements, and users are rewired from the last to the first.

use rmlir::core::memory_slot::{
    Deletion, DestructurableAccessor, DestructurableAllocation, DestructurableSlot, ElementIndex, Layout, PromotableOp,
    SafeSlotAccess,
};
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rustc_hash::FxHashSet;

use super::uses::{BlockingUses, forward_slice};
use super::{LayoutSpecs, all_with, in_rounds};
use rmlir::pass::over_bodies;

/// Scalar Replacement of Aggregates.
///
/// A buffer of a few elements that are only accessed at constant indices becomes one buffer for each element that is
/// accessed.
///
/// ```mlir
/// %pair = memref.alloca() : memref<2xi32>
/// memref.store %x, %pair[%c1] : memref<2xi32>    // to a memref<i32>
/// ```
#[pass(
    name = "sroa",
    title = "SROA",
    stats(
        "destructured slots" = "Total amount of memory slots destructured",
        "slots with memory benefit" = "Total amount of memory slots in which the destructured size was smaller than the \
                                       total size after eliminating unused fields",
        "max subelement number" = "Maximal number of sub-elements a successfully destructured slot initially had"
    )
)]
pub fn sroa(cx: &mut PassCx) -> PassResult {
    let specs = LayoutSpecs::around(cx);
    let counts = over_bodies(cx.body_mut(), &|body| destructure_all(body, specs.of(body).as_deref()));
    *cx.stat("destructured slots") += counts.iter().map(|count| count.n_slots).sum::<u64>();
    *cx.stat("slots with memory benefit") += counts.iter().map(|count| count.n_smaller).sum::<u64>();
    let most = counts.iter().map(|count| count.most_elements).max().unwrap_or(0);
    let known = cx.stat("max subelement number");
    *known = most.max(*known);
    Ok(())
}

#[derive(Default)]
struct Count {
    n_slots: u64,
    n_smaller: u64,
    most_elements: u64,
}

/// Destructures all slots of one body that can be destructured.
fn destructure_all(body: &mut Body, layout: Layout) -> Count {
    let mut count = Count::default();
    in_rounds(all_with::<dyn DestructurableAllocation>(body), |op| {
        let allocation = body.interface::<dyn DestructurableAllocation>(op).expect("the list is of such operations");
        for slot in allocation.destructurable_slots(OpRef::new(body, op)) {
            let Some(plan) = Plan::new(body, &slot, layout) else { continue };
            count.n_slots += 1;
            count.n_smaller += u64::from(plan.used.len() != slot.elements.len());
            count.most_elements = count.most_elements.max(slot.elements.len() as u64);
            return Some(destructure(body, allocation, op, &slot, &plan, layout));
        }
        None
    });
    count
}

/// The parameters of the destructuring of a slot.
struct Plan {
    /// The used elements, in the order of the uses.
    used: Vec<ElementIndex>,
    uses: BlockingUses,
    accessors: Vec<OpId>,
}

impl Plan {
    /// The plan for `slot`, if it can be destructured.
    fn new(body: &Body, slot: &DestructurableSlot, layout: Layout) -> Option<Self> {
        let pointer = slot.slot.pointer;
        if body.is_unused(pointer) {
            return None;
        }
        let mut plan = Self { used: Vec::new(), uses: BlockingUses::default(), accessors: Vec::new() };
        let mut safe = Vec::new();
        for (op, operand) in body.uses(pointer) {
            let accessor = body.interface::<dyn DestructurableAccessor>(op);
            let can_rewire = |accessor: &dyn DestructurableAccessor| {
                accessor.can_rewire(OpRef::new(body, op), slot, &mut plan.used, &mut safe, layout)
            };
            if accessor.is_some_and(can_rewire) {
                plan.accessors.push(op);
            } else {
                plan.uses.add((op, operand));
            }
        }
        let mut seen = FxHashSet::default();
        while let Some(slot) = safe.pop() {
            for (op, operand) in body.uses(slot.pointer).filter(|of_pointer| seen.insert(*of_pointer)) {
                let access = body.interface::<dyn SafeSlotAccess>(op);
                if !access.is_some_and(|access| access.is_safe(OpRef::new(body, op), slot, &mut safe, layout)) {
                    plan.uses.add((op, operand));
                }
            }
        }
        let mut seen = FxHashSet::default();
        plan.used.retain(|index| seen.insert(index.clone()));
        plan.uses.complete(body, pointer, None, layout).then_some(plan)
    }
}

/// Creates slots for the elements; returns the operations that define them.
fn destructure(
    body: &mut Body,
    allocation: &dyn DestructurableAllocation,
    op: OpId,
    slot: &DestructurableSlot,
    plan: &Plan,
    layout: Layout,
) -> Vec<OpId> {
    let mut allocations = Vec::new();
    let block = body.value_block(slot.slot.pointer).expect("the pointer is defined in a block");
    let users = forward_slice(body, slot.slot.pointer);
    let mut rw = Rewriter::new(body);
    rw.at_start(block);
    let elements = allocation.destructure(&mut rw, op, slot, &plan.used, &mut allocations);
    let mut dead = Vec::new();
    for user in users.into_iter().rev() {
        rw.after(user);
        let accessor = rw.interface::<dyn DestructurableAccessor>(user);
        let deletion = match (plan.accessors.contains(&user), accessor, plan.uses.of(user)) {
            (true, Some(accessor), _) => accessor.rewire(&mut rw, user, slot, &elements, layout),
            (_, _, Some(operands)) => {
                let promotable = rw.interface::<dyn PromotableOp>(user).expect("it was asked whether it can");
                promotable.remove_uses(&mut rw, user, operands)
            }
            _ => Deletion::Keep,
        };
        if deletion == Deletion::Delete {
            dead.push(user);
        }
    }
    rw.erase_ops(&dead);
    allocations.extend(allocation.finish_destructuring(&mut rw, op, slot));
    allocations
}
