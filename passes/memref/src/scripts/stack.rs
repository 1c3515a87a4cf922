//! Stack allocation of buffers that are freed in the block that allocates them.

use rmlir::prelude::*;
use rmlir_dlti::size_in_bits;
use rmlir_memref::{AllocOp, AllocaOp, DeallocOp};
use rmlir_transform::{PatternDescriptor, TransformState};

/// Converts buffers of static size that are freed in the block that allocates them to `memref.alloca`, if they are
/// smaller than `size_limit` bytes, where there is a limit.
#[op(
    name = "transform.apply_patterns.memref.alloc_to_alloca",
    interfaces(PatternDescriptor),
    format = "(`size_limit` `(` $size_limit^ `)`)? attr-dict"
)]
pub struct ApplyAllocToAllocaOp {
    #[prop]
    size_limit: Option<I64Attr>,
}

impl PatternDescriptor for ApplyAllocToAllocaOp<()> {
    fn populate(&self, op: OpRef, _state: &TransformState, patterns: &mut PatternSet) {
        let limit = op.get(ApplyAllocToAllocaOp::size_limit);
        // As upstream, a limit of 0 is none.
        let limit = limit.filter(|&limit| limit != 0);
        let apply = move |op: AllocOp, rw: &mut Rewriter| to_stack(op, rw, limit);
        patterns.add(Pattern::of("AllocToAllocaPattern", apply));
    }
}

/// Replaces an allocation that is freed in the same block by one on the stack.
fn to_stack(op: AllocOp, rw: &mut Rewriter, limit: Option<i64>) -> Match {
    let buffer = op.memref(rw);
    let ty = rw.ty(buffer);
    if ty.static_shape(rw).is_none() {
        return rw.no_match(op, "the size of the buffer is not known");
    }
    if limit.is_some_and(|limit| size_in_bytes(rw, ty).is_none_or(|size| size >= limit)) {
        return rw.no_match(op, "the buffer is not known to be small");
    }
    let block = rw.block_of(op.id());
    let is_free = |user: OpId| OpRef::new(rw, user).is::<DeallocOp>() && rw.block_of(user) == block;
    let Some(free) = rw.users(buffer).find(|&user| is_free(user)) else {
        return rw.no_match(op, "the block does not free the buffer");
    };
    let (symbols, alignment) = (op.symbolOperands(rw).to_vec(), op.alignment(rw));
    rw.before(op.id());
    let mut alloca = AllocaOp::build(ty, &[], &symbols);
    if let Some(alignment) = alignment {
        // Unlike upstream's, the new buffer keeps the alignment.
        alloca = alloca.prop(AllocaOp::ALIGNMENT, alignment);
    }
    rw.erase(free);
    rw.replace_with(op, alloca);
    Match::Yes
}

/// The size of a buffer in bytes, if it is static.
fn size_in_bytes(cx: &Context, buffer: Type) -> Option<i64> {
    let n_bytes = element_bits(cx, buffer.element(cx)?)?.div_ceil(8);
    buffer.n_elements(cx)?.checked_mul(i64::try_from(n_bytes).ok()?)
}

/// The bit width of an element in memory by the default data layout.
fn element_bits(cx: &Context, element: Type) -> Option<u64> {
    const INDEX_BITS: u64 = 64;
    size_in_bits(cx, element, &|scalar| match scalar.is_index() {
        true => Some(INDEX_BITS),
        false => scalar.int_or_float_width(cx).map(u64::from),
    })
}
