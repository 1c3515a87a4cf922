//! Allocation and deallocation of buffers.

use rmlir::core::interfaces::MemoryEffects;
use rmlir::core::memory_slot::{DestructurableAllocation, PromotableAllocation};
use rmlir::core::memref_layout::{has_identity_layout, layout_map, memory_space};
use rmlir::core::mixed_index::n_dynamic;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::constraints::{MemRefOfRank1, ValidAlignment};

/// Allocates a buffer.
///
/// There is a size operand for each dynamic dimension, and in square brackets a value for each symbol of the layout.
///
/// ```mlir
/// %buffer = memref.alloc(%n)[%s] {alignment = 8 : i64} : memref<8x?xf32, affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>>
/// ```
#[op(name = "memref.alloc", eval, traits(AttrSizedOperandSegments), interfaces(MemoryEffects, AsmNames, ValueBounds),
     canonicalize, verify = verify_alloc,
     format = "`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)")]
pub struct AllocOp {
    #[operand]
    dynamicSizes: Vec<Index>,
    /// The symbols of the layout.
    #[operand]
    symbolOperands: Vec<Index>,
    #[prop]
    alignment: Option<ValidAlignment>,
    #[result]
    memref: AnyMemRef,
}

/// Allocates a buffer on the stack, which is freed at the end of the enclosing allocation scope.
///
/// ```mlir
/// %buffer = memref.alloca() : memref<8x64xf32>
/// ```
#[op(name = "memref.alloca", eval, traits(AttrSizedOperandSegments), interfaces(MemoryEffects, AsmNames, PromotableAllocation, DestructurableAllocation, ValueBounds),
     canonicalize, verify = verify_alloca,
     format = "`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)")]
pub struct AllocaOp {
    #[operand]
    dynamicSizes: Vec<Index>,
    /// The symbols of the layout.
    #[operand]
    symbolOperands: Vec<Index>,
    #[prop]
    alignment: Option<ValidAlignment>,
    #[result]
    memref: AnyMemRef,
}

/// Reallocates a buffer: frees it and allocates another one with the same elements at its start.
///
/// ```mlir
/// %new = memref.realloc %old(%n) : memref<64xf32> to memref<?xf32>
/// ```
#[op(name = "memref.realloc", eval, interfaces(MemoryEffects), canonicalize,
     verify = verify_realloc,
     format = "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type(results)")]
pub struct ReallocOp {
    #[operand]
    source: MemRefOfRank1,
    #[operand]
    dynamicResultSize: Option<Index>,
    #[prop]
    alignment: Option<ValidAlignment>,
    #[result]
    result: MemRefOfRank1,
}

/// Frees a buffer.
///
/// ```mlir
/// memref.dealloc %buffer : memref<8x64xf32>
/// ```
#[op(name = "memref.dealloc", eval, interfaces(MemoryEffects), fold, format = "$memref attr-dict `:` type($memref)")]
pub struct DeallocOp {
    #[operand]
    memref: AnyRankedOrUnrankedMemRef,
}

fn verify_alloc(op: OpRef) -> Checked {
    let cx = op.cx();
    let ty = op.result(0).ty();
    verify_n_sizes(op, ty, op.operand_range(AllocOp::DYNAMIC_SIZES_OPERAND).len())?;
    let map = layout_map(cx, ty).filter(|map| !map.is_identity());
    let n_symbols = map.map_or(0, |map| map.n_symbols() as usize);
    let n = op.operand_range(AllocOp::SYMBOL_OPERANDS_OPERAND).len();
    if n != n_symbols {
        return Err(
            op.error(format!("symbol operand count does not equal memref symbol count: expected {n_symbols}, got {n}"))
        );
    }
    Ok(())
}

/// Verifies that there are `n_sizes` dynamic dimensions in `ty`.
pub(crate) fn verify_n_sizes(op: OpRef, ty: Type, n_sizes: usize) -> Checked {
    let wanted = n_dynamic(ty.shape(op.cx()).unwrap_or_default());
    if n_sizes == wanted {
        return Ok(());
    }
    Err(op.error(format!("incorrect number of dynamic sizes, has {n_sizes}, expected {wanted}")))
}

fn verify_alloca(op: OpRef) -> Checked {
    if !is_in_allocation_scope(op) {
        return Err(op.error("requires an ancestor op with AutomaticAllocationScope trait"));
    }
    verify_alloc(op)
}

/// Whether `op` has an enclosing allocation scope, which frees its allocations. The ancestors of an isolated operation
/// are in another body; one of them may be a scope unless the isolated operation is a symbol table, as modules are.
fn is_in_allocation_scope(op: OpRef) -> bool {
    let mut around = op.parent();
    while let Some(parent) = around {
        if parent.has(TraitSet::AUTOMATIC_ALLOCATION_SCOPE) {
            return true;
        }
        around = parent.parent();
        if around.is_none() {
            return parent.has(TraitSet::ISOLATED_FROM_ABOVE) && !parent.has(TraitSet::SYMBOL_TABLE);
        }
    }
    false
}

fn verify_realloc(op: OpRef) -> Checked {
    let cx = op.cx();
    let (source, result) = (op.value(ReallocOp::source).ty(), op.result(0).ty());
    let (shown_source, shown_result) = (cx.show_type(source), cx.show_type(result));
    if !has_identity_layout(cx, source) {
        return Err(op.plain_error(format!("unsupported layout for source memref type '{shown_source}'")));
    }
    if !has_identity_layout(cx, result) {
        return Err(op.plain_error(format!("unsupported layout for result memref type '{shown_result}'")));
    }
    let different = |what: &str| {
        let types = format!("source memref type '{shown_source}' and result memref type '{shown_result}'");
        Err(op.plain_error(format!("different {what} specified for {types}")))
    };
    if memory_space(cx, source) != memory_space(cx, result) {
        return different("memory spaces");
    }
    if source.element(cx) != result.element(cx) {
        return different("element types");
    }
    let needs_size = result.static_shape(cx).is_none();
    match (needs_size, op.n_operands() > 1) {
        (true, false) => Err(op.plain_error(format!("missing dimension operand for result type '{shown_result}'"))),
        (false, true) => Err(op.plain_error(format!("unnecessary dimension operand for result type '{shown_result}'"))),
        _ => Ok(()),
    }
}
