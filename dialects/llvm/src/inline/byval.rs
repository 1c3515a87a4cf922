//! Arguments that are passed by value, as copies of the memory behind a pointer (`llvm.byval`).
//!
//! The caller makes the copy, in its own stack memory, unless the callee only reads and the memory is aligned as the
//! callee expects. The alignment of a stack allocation may be increased for that, up to the alignment of the stack.

use rmlir::core::dialect::InlinedCall;
use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;

use super::access::argument_attr;
use crate::attrs::enums::ModRefInfo;
use crate::intrinsics::memory::MemcpyIntr;
use crate::layout::Layout;
use crate::ops::constant::{AddressOfOp, ConstantOp};
use crate::ops::func::LLVMFuncOp;
use crate::ops::global::GlobalOp;
use crate::ops::memory::AllocaOp;

/// The attribute with the type of the memory that is copied.
pub const BYVAL: &str = "llvm.byval";
/// The attribute with the alignment of the memory a pointer points to, in bytes.
const ALIGN: &str = "llvm.align";

/// Whether the size of the memory behind an argument with attributes `attrs` is known, if it is passed by value.
pub fn has_size(cx: &Context, attrs: Attr) -> bool {
    let Some(ty) = attrs.dict_get(cx, cx.ident(BYVAL)).and_then(|attr| attr.as_type(cx)) else { return true };
    let layout = Layout::default();
    layout.size(cx, ty).is_some() && layout.alignment(cx, ty).is_some()
}

/// The replacement of argument `index`: a copy of the `element` that `pointer` points to, or `pointer` itself.
pub fn handle(rw: &mut Rewriter, call: &InlinedCall, index: usize, element: Type, pointer: Value) -> Value {
    let cx = rw.cx();
    let layout = Layout::of(call.around_callable);
    let (Some(size), Some(least)) = (layout.size(cx, element), layout.alignment(cx, element)) else {
        unreachable!("calls that pass copies of unknown size are not inlined");
    };
    let asked = argument_attr(call.callable, index, ALIGN).map_or(1, |attr| alignment_of(cx, attr));
    if only_reads(call.callable) && (asked <= least || enforce(rw, call, pointer, asked, &layout) >= asked) {
        return pointer;
    }
    copy(rw, call.call, pointer, element, size, asked.max(least))
}

/// The value of an alignment attribute.
fn alignment_of(cx: &Context, attr: Attr) -> u64 {
    attr.as_i64(cx).and_then(|value| u64::try_from(value).ok()).unwrap_or(1)
}

/// Whether the memory effects of `callable` exclude writes to the memory behind its arguments.
fn only_reads(callable: OpRef) -> bool {
    let cx = callable.cx();
    let effects = callable.get(LLVMFuncOp::memory_effects);
    let on_arguments = effects.and_then(|effects| ModRefInfo::from_attr(cx, effects.argMem(cx)));
    matches!(on_arguments, Some(ModRefInfo::NoModRef | ModRefInfo::Ref))
}

/// Raises the alignment of the memory `pointer` points to to `asked`, if possible. Returns
/// the alignment that is known then.
fn enforce(rw: &mut Rewriter, call: &InlinedCall, pointer: Value, asked: u64, layout: &Layout) -> u64 {
    let cx = rw.cx();
    let op = match rw.value_def(pointer) {
        ValueDefinition::Result(op, _) => OpRef::new(rw, op),
        ValueDefinition::Argument(block, index) => {
            let function = OpRef::root(rw);
            let is_own = function.is::<LLVMFuncOp>() && function.region(0).entry() == Some(BlockRef::new(rw, block));
            let said = is_own.then(|| argument_attr(function, index as usize, ALIGN)).flatten();
            return said.map_or(1, |attr| alignment_of(cx, attr));
        }
    };
    if op.is::<AddressOfOp>() {
        let symbol = nearest_symbol(call.around_call, op.get(AddressOfOp::global_name));
        let global = symbol.filter(|found| found.is::<GlobalOp>());
        return global.and_then(|global| global.get(GlobalOp::alignment)).map_or(1, |alignment| alignment as u64);
    }
    if !op.is::<AllocaOp>() {
        return 1;
    }
    let now = op.get(AllocaOp::alignment).map_or(1, |alignment| alignment as u64);
    // Exceeding the alignment of the stack needs dynamic realignment, which a copy does
    // not, unless it is needed anyway.
    let is_cheap = |stack: u64| asked.saturating_mul(8) <= stack || now.saturating_mul(8) > stack;
    if asked <= now || !layout.stack_alignment_bits(cx).is_none_or(is_cheap) {
        return now;
    }
    let id = op.id;
    rw.set_prop(id, AllocaOp::ALIGNMENT, cx.i64_attr(asked as i64));
    asked
}

/// The operation that defines symbol `name` in the nearest symbol table of `around`.
fn nearest_symbol<'a>(around: &'a [&'a Body<'a>], name: Ident) -> Option<OpRef<'a>> {
    let table = around.iter().rev().map(|body| OpRef::root(body)).find(|op| op.has(TraitSet::SYMBOL_TABLE))?;
    SymbolScope::new(table).lookup(name)
}

/// The block at whose start a copy of the memory `pointer` points to is allocated: the entry block of the region
/// that defines `pointer`, or, if several threads may execute `call` between that region and the call, of the
/// region that each thread executes.
fn copy_block(body: &Body, call: OpId, pointer: Value) -> Option<BlockId> {
    let home = body.value_region(pointer);
    let mut at = call;
    loop {
        let region = body.parent_region(at)?;
        let owner = body.region_owner(region);
        if Some(region) == home || owner == body.root() || may_run_in_threads(body, owner) {
            return body.blocks(region).next();
        }
        at = owner;
    }
}

/// Whether several threads may execute the regions of `op`, each with its own stack memory.
fn may_run_in_threads(body: &Body, op: OpId) -> bool {
    let is_scope = body.has_trait(op, TraitSet::AUTOMATIC_ALLOCATION_SCOPE);
    let is_parallel = body.has_trait(op, TraitSet::PARALLEL_REGION);
    is_parallel || is_scope && body.interface::<dyn RegionBranchOp>(op).is_none()
}

/// Copies the `element`, of `size` bytes, that `pointer` points to, into stack memory aligned to `alignment`;
/// returns a pointer to the copy.
fn copy(rw: &mut Rewriter, call: OpId, pointer: Value, element: Type, size: u64, alignment: u64) -> Value {
    let cx = rw.cx();
    let (here, loc) = (rw.insert_point(), rw.value_loc(pointer));
    let ty = rw.ty(pointer);
    let entry = copy_block(rw, call, pointer).expect("a call is in a function, which has an entry block");
    rw.at_start(entry);
    rw.set_loc(loc);
    let one = rw.value(ConstantOp::build(Type::I64, cx.i64_attr(1)));
    let alignment = cx.i64_attr(alignment as i64);
    let memory = rw.value(AllocaOp::build(ty, one, cx.type_attr(element)).prop(AllocaOp::ALIGNMENT, alignment));
    rw.set_insert_point(here);
    let size = rw.value(ConstantOp::build(Type::I64, cx.i64_attr(size as i64)));
    rw.create(MemcpyIntr::build(memory, pointer, size, Attr::FALSE));
    memory
}
