//! `promote-buffers-to-stack`.

use rmlir::core::types::TypeData;
use rmlir::prelude::*;
use rmlir_memref::{AllocOp, AllocaOp, RankOp};

use super::buffer_hoisting::start_in;
use super::{allocations, is_captured, is_known_control_flow, is_loop};
use crate::dealloc::{Liveness, ViewFlow, is_region_end};

/// Promote small buffers to stack memory.
///
/// Not promoted are buffers that are freed, those that escape the operation at whose end stack memory is freed, and
/// those whose address is captured: stored in memory, or passed to a call.
///
/// ```mlir
/// %a = memref.alloc() : memref<2xf32>
/// // becomes
/// %a = memref.alloca() : memref<2xf32>
/// ```
#[pass(
    name = "promote-buffers-to-stack",
    title = "PromoteBuffersToStackPass",
    summary = "Promotes heap-based allocations to automatically managed stack-based allocations",
    anchor = "func.func"
)]
pub struct PromoteBuffersToStack {
    /// Maximal size in bytes to promote allocations to stack.
    #[option(default = 1024)]
    max_alloc_size_in_bytes: u32,
    /// Maximal memref rank to promote dynamic buffers.
    #[option(default = 1)]
    max_rank_of_allocated_memref: u32,
}

impl Pass for PromoteBuffersToStack {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let body = cx.body_mut();
        let flow = ViewFlow::new(body);
        let liveness = Liveness::new(body);
        for (buffer, freed) in allocations(body) {
            let is_candidate = freed.is_none() && self.is_small(body, buffer);
            if !is_candidate || !stays_in_scope(body, &flow, buffer) || is_captured(body, buffer) {
                continue;
            }
            let op = body.defining_op(buffer).expect("an allocation is a result");
            let block = body.block_of(op).expect("an allocation is in a block");
            let next = start_in(body, &liveness, buffer, op, block);
            let mut rw = Rewriter::new(body);
            rw.before(next);
            let loc = rw.loc(op);
            rw.set_loc(loc);
            let alloc = AllocOp::from_id(op);
            let (sizes, symbols) = (alloc.dynamicSizes(&rw), alloc.symbolOperands(&rw));
            let (ty, alignment) = (rw.ty(buffer), alloc.alignment(&rw));
            let new = rw.create(AllocaOp::build(ty, &sizes, &symbols).prop(AllocaOp::ALIGNMENT, alignment));
            let attrs = rw.attr_dict(op);
            rw.set_attr_dict(new, attrs);
            let value = rw.result(new.id(), 0);
            rw.replace(op, [value]);
        }
        Ok(())
    }
}

impl PromoteBuffersToStack {
    fn is_small(&self, body: &Body, buffer: Value) -> bool {
        let Some(alloc) = body.defined_by::<AllocOp>(buffer) else { return false };
        let ty = body.ty(buffer);
        let Some(n_elements) = ty.n_elements(body) else {
            let is_rank = |size: Value| body.defined_by::<RankOp>(size).is_some();
            let rank = ty.shape(body).map_or(0, <[i64]>::len);
            return rank <= self.max_rank_of_allocated_memref as usize && body.operands(alloc.id()).all(is_rank);
        };
        let Some(width) = ty.element(body).and_then(|element| width(body, element)) else { return false };
        let n_bits = n_elements.checked_mul(width);
        n_bits.is_some_and(|n_bits| n_bits <= i64::from(self.max_alloc_size_in_bytes) * 8)
    }
}

/// The bits of an element.
fn width(cx: &Context, ty: Type) -> Option<i64> {
    match ty.data(cx) {
        TypeData::Complex(element) => Some(2 * width(cx, *element)?),
        TypeData::Vector { element, .. } => ty.n_elements(cx)?.checked_mul(width(cx, *element)?),
        _ if ty.is_index() => Some(64),
        _ => ty.int_or_float_width(cx).map(i64::from),
    }
}

/// Whether an enclosing operation frees stack memory at its end, and `buffer` does not escape the innermost one. (In 22
/// any enclosing one that it does not escape suffices.)
fn stays_in_scope(body: &Body, flow: &ViewFlow, buffer: Value) -> bool {
    let aliases = flow.resolve(buffer);
    let mut at = body.value_region(buffer);
    while let Some(region) = at {
        let owner = OpRef::new(body, body.region_owner(region));
        let leaves = |&alias: &Value| {
            body.users(alias)
                .any(|user| body.parent_region(user) == Some(region) && is_region_end(OpRef::new(body, user)))
        };
        if owner.has(TraitSet::AUTOMATIC_ALLOCATION_SCOPE) {
            return !aliases.iter().any(leaves);
        }
        if is_loop(owner) || !is_known_control_flow(owner) {
            return false;
        }
        at = body.parent_region(owner.id);
    }
    false
}
