//! Allocations: constant sizes, and buffers that are never read.

use rmlir::core::fold::constant_value;
use rmlir::core::memref_layout::MemRefParts;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use super::replace_by_cast;
use crate::{AllocOp, AllocaOp, DeallocOp, ReallocOp, StoreOp};

canonicalize! {
    AllocOp: static_alloc, dead_alloc;
    AllocaOp: static_alloca, dead_alloca;
    ReallocOp: dead_realloc;
}

/// The type in which constant non-negative sizes are static, and the remaining dynamic sizes;
/// `None` if no size is constant.
pub(super) fn with_known_sizes(body: &Body, ty: Type, sizes: &[Value]) -> Option<(Type, Vec<Value>)> {
    let parts = MemRefParts::of(body, ty)?;
    let mut sizes = sizes.iter();
    let mut left = Vec::new();
    let mut shape = parts.shape.to_vec();
    for size in shape.iter_mut().filter(|size| **size == DYNAMIC) {
        let &value = sizes.next()?;
        let known = constant_value(body, value).and_then(|size| size.as_i64(body));
        match known.filter(|&known| known >= 0) {
            Some(known) => *size = known,
            None => left.push(value),
        }
    }
    (shape != parts.shape).then(|| (parts.with(body, &shape, parts.layout), left))
}

#[pattern]
pub(crate) fn static_alloc(op: AllocOp, rw: &mut Rewriter) -> Match {
    let Some((ty, sizes)) = with_known_sizes(rw, rw.ty(op.memref(rw)), &op.dynamicSizes(rw)) else {
        return Match::No;
    };
    let symbols = op.symbolOperands(rw);
    let alignment = op.alignment(rw);
    rw.before(op.id());
    let new = rw.value(AllocOp::build(ty, &sizes, &symbols).prop(AllocOp::ALIGNMENT, alignment));
    replace_by_cast(rw, op, new)
}

#[pattern]
pub(crate) fn static_alloca(op: AllocaOp, rw: &mut Rewriter) -> Match {
    let Some((ty, sizes)) = with_known_sizes(rw, rw.ty(op.memref(rw)), &op.dynamicSizes(rw)) else {
        return Match::No;
    };
    let symbols = op.symbolOperands(rw);
    let alignment = op.alignment(rw);
    rw.before(op.id());
    let new = rw.value(AllocaOp::build(ty, &sizes, &symbols).prop(AllocaOp::ALIGNMENT, alignment));
    replace_by_cast(rw, op, new)
}

#[pattern]
pub(crate) fn dead_alloc(op: AllocOp, rw: &mut Rewriter) -> Match {
    erase_if_never_read(op.id(), rw)
}

#[pattern]
pub(crate) fn dead_alloca(op: AllocaOp, rw: &mut Rewriter) -> Match {
    erase_if_never_read(op.id(), rw)
}

#[pattern]
pub(crate) fn dead_realloc(op: ReallocOp, rw: &mut Rewriter) -> Match {
    erase_if_never_read(op.id(), rw)
}

/// Erases an allocation whose buffer is only written to and freed, together with its users.
fn erase_if_never_read(op: OpId, rw: &mut Rewriter) -> Match {
    let buffer = rw.result(op, 0);
    let mut users = Vec::new();
    for user in rw.users(buffer) {
        let user = OpRef::new(rw, user);
        let is_dropped = match user.cast::<StoreOp>() {
            Some(store) => store.value(rw) != buffer,
            None => user.is::<DeallocOp>(),
        };
        if !is_dropped {
            return Match::No;
        }
        if !users.contains(&user.id) {
            users.push(user.id);
        }
    }
    for user in users {
        rw.erase(user);
    }
    rw.erase(op)
}
