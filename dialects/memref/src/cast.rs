//! Casts: views of a buffer with another type.

use rmlir::core::interfaces::{CastOp as CastInterface, ViewLike, verify_cast};
use rmlir::core::memref_layout::{MemRefParts, memory_space, strides_and_offset};
use rmlir::core::types::DYNAMIC;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

/// Casts between memref types with different static information.
///
/// Static sizes, offsets and strides of both types have to be equal. If the result type is more static, a mismatch at
/// run time is undefined behaviour.
///
/// ```mlir
/// %b = memref.cast %a : memref<4x?xf32> to memref<?x?xf32>
/// %c = memref.cast %a : memref<4x?xf32> to memref<*xf32>
/// ```
#[op(name = "memref.cast", eval, traits(Pure, SameOperandsAndResultShape), interfaces(CastInterface, ViewLike, AsmNames, ValueBounds),
     fold, verify = verify_cast, format = "$source attr-dict `:` type($source) `to` type($dest)")]
pub struct CastOp {
    #[operand]
    source: AnyRankedOrUnrankedMemRef,
    #[result]
    dest: AnyRankedOrUnrankedMemRef,
}

/// Casts a memref to another memory space.
///
/// ```mlir
/// %b = memref.memory_space_cast %a : memref<4xf32, 1> to memref<4xf32, 2>
/// ```
#[op(name = "memref.memory_space_cast", eval = rmlir::interp::eval::passes_on,
     traits(Pure, SameOperandsAndResultElementType, SameOperandsAndResultShape),
     interfaces(CastInterface, ViewLike, AsmNames), fold, verify = verify_cast,
     format = "$source attr-dict `:` type($source) `to` type($dest)")]
pub struct MemorySpaceCastOp {
    #[operand]
    source: AnyRankedOrUnrankedMemRef,
    #[result]
    dest: AnyRankedOrUnrankedMemRef,
}

impl CastInterface for CastOp<()> {
    fn compatible(&self, cx: &Context, from: &[Type], to: &[Type]) -> bool {
        matches!((from, to), ([from], [to]) if are_cast_compatible(cx, *from, *to))
    }
}

impl CastInterface for MemorySpaceCastOp<()> {
    fn compatible(&self, cx: &Context, from: &[Type], to: &[Type]) -> bool {
        let ([from], [to]) = (from, to) else { return false };
        match (MemRefParts::of(cx, *from), MemRefParts::of(cx, *to)) {
            (Some(from), Some(to)) => (from.element, from.layout, from.shape) == (to.element, to.layout, to.shape),
            (None, None) => from.is_memref(cx) && to.is_memref(cx) && from.element(cx) == to.element(cx),
            _ => false,
        }
    }
}

fn agree(left: i64, right: i64) -> bool {
    left == DYNAMIC || right == DYNAMIC || left == right
}

/// Whether `memref.cast` from `from` to `to` is valid.
pub fn are_cast_compatible(cx: &Context, from: Type, to: Type) -> bool {
    if from == to {
        return true;
    }
    let is_same_kind = from.is_memref(cx) && to.is_memref(cx);
    if !is_same_kind || from.element(cx) != to.element(cx) || memory_space(cx, from) != memory_space(cx, to) {
        return false;
    }
    let (Some(left), Some(right)) = (MemRefParts::of(cx, from), MemRefParts::of(cx, to)) else {
        // A cast from unranked to unranked is invalid.
        return from.shape(cx).is_some() || to.shape(cx).is_some();
    };
    let same_sizes = left.shape.len() == right.shape.len()
        && left.shape.iter().zip(right.shape).all(|(&left, &right)| agree(left, right));
    same_sizes && (left.layout == right.layout || are_layouts_compatible(cx, from, to))
}

fn are_layouts_compatible(cx: &Context, from: Type, to: Type) -> bool {
    let (Some(left), Some(right)) = (strides_and_offset(cx, from), strides_and_offset(cx, to)) else { return false };
    agree(left.offset, right.offset)
        && left.strides.len() == right.strides.len()
        && left.strides.iter().zip(&right.strides).all(|(&left, &right)| agree(left, right))
}

/// Whether the result of a cast from `source` to `result` may be replaced by its operand in users that
/// accept any memref type: both are strided, of the same rank, and the operand's type preserves all
/// static information of the result's.
pub fn can_fold_into_consumer(cx: &Context, source: Type, result: Type) -> bool {
    let (Some(from), Some(to)) = (MemRefParts::of(cx, source), MemRefParts::of(cx, result)) else { return false };
    if from.element != to.element || from.shape.len() != to.shape.len() {
        return false;
    }
    let (Some(left), Some(right)) = (strides_and_offset(cx, source), strides_and_offset(cx, result)) else {
        return false;
    };
    let knows = |from: i64, to: i64| from != DYNAMIC || to == DYNAMIC;
    from.shape.iter().zip(to.shape).all(|(&from, &to)| knows(from, to))
        && knows(left.offset, right.offset)
        && left.strides.iter().zip(&right.strides).all(|(&from, &to)| knows(from, to))
}
