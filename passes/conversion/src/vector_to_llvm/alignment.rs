//! Preferred alignments of values under LLVM's default data layout.

use rmlir::core::types::TypeData;
use rmlir::prelude::*;
use rmlir_llvm::types::{ArrayType, StructBody, StructType};

use crate::llvm_common::type_converter::LlvmTypes;

/// The size of pointers, and the alignment of structures, in bytes.
const WORD: u64 = 8;

/// The preferred alignment in bytes of a type of LLVM.
pub(super) fn preferred_alignment(cx: &Context, ty: Type) -> Option<u64> {
    if let Some(array) = ArrayType::from_type(cx, ty) {
        return preferred_alignment(cx, array.element(cx));
    }
    if let Some(structure) = StructType::from_type(cx, ty) {
        let is_packed = structure.body(cx) == StructBody::Packed;
        let members = structure.members(cx).into_iter().map(|member| preferred_alignment(cx, member));
        let members: Option<Vec<u64>> = members.collect();
        let widest = members?.into_iter().max().filter(|_| !is_packed).unwrap_or(1);
        return Some(widest.max(WORD));
    }
    match ty.data(cx) {
        TypeData::Integer { .. } => Some(natural(bits(cx, ty)?).min(WORD)),
        TypeData::Float(_) => Some(natural(bits(cx, ty)?)),
        TypeData::Vector { element, .. } => {
            Some(natural(u64::try_from(ty.n_elements(cx)?).ok()?.saturating_mul(bits(cx, *element)?)))
        }
        _ => Some(WORD),
    }
}

/// The least power of two bytes that is at least as large.
fn natural(bits: u64) -> u64 {
    bits.div_ceil(8).max(1).next_power_of_two()
}

/// The width of a valid vector element type; others are pointers.
fn bits(cx: &Context, ty: Type) -> Option<u64> {
    let width = ty.int_or_float_width(cx).map(u64::from);
    width.or_else(|| ty.dialect_type(cx).map(|_| 8 * WORD))
}

/// The alignment of an access of memref type `memref` by vectors of type
/// `vector`: that of the vector if `by_vector`, else of an element.
pub(super) fn access_alignment(
    cx: &Context,
    types: &LlvmTypes,
    memref: Type,
    vector: Type,
    by_vector: bool,
) -> Option<u64> {
    let accessed = if by_vector { vector } else { memref.element(cx)? };
    preferred_alignment(cx, types.convert(cx, accessed)?)
}
