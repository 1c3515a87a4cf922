//! Types of memref descriptors.
//!
//! A ranked memref is a structure: the allocated pointer, the aligned pointer, the offset of the first element from the
//! latter, and, unless the rank is 0, an array of sizes and an array of strides. An unranked one is its rank and a
//! pointer to the descriptor of that rank.

use rmlir::core::memref_layout::{is_strided, memory_space, strides_and_offset};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_llvm::types::ArrayType;

use super::types::{LlvmTypes, literal_struct, pointer, pointer_into};
use crate::llvm_common::options::LlvmOptions;

/// The address space that a memory space encodes, if it is an integer.
fn address_space_number(cx: &Context, space: Attr) -> Option<u32> {
    let (number, number_type) = space.as_integer(cx)?;
    let is_plain = number_type.is_index() || number_type.signless_width(cx).is_some();
    is_plain.then(|| number.zext_value()).flatten().and_then(|number| u32::try_from(number).ok())
}

impl LlvmOptions {
    /// The address space of a memref type. A memory space that is no integer is recorded as an error.
    pub fn address_space(&self, cx: &Context, ty: Type) -> Option<u32> {
        let Some(space) = memory_space(cx, ty) else { return Some(0) };
        let number = address_space_number(cx, space);
        if number.is_none() {
            self.complaints.add(format!(
                "conversion of memref memory space {} to integer address space failed. Consider adding memory space \
                 conversions.",
                cx.show_attr(space)
            ));
        }
        number
    }

    /// The pointer to elements of a memref type.
    pub fn element_pointer(&self, cx: &Context, ty: Type) -> Option<Type> {
        self.address_space(cx, ty).map(|space| pointer_into(cx, space))
    }

    /// The members of the descriptor of a ranked memref type.
    fn descriptor_members(&self, cx: &Context, ty: Type) -> Option<Vec<Type>> {
        if !is_strided(cx, ty) {
            return None;
        }
        let (pointer, index) = (self.element_pointer(cx, ty)?, self.index_type(cx));
        let rank = ty.shape(cx)?.len();
        let mut members = vec![pointer, pointer, index];
        if rank > 0 {
            members.extend([ArrayType::get(cx, rank as i64, index).ty(); 2]);
        }
        Some(members)
    }

    /// The descriptor of a ranked memref type.
    pub fn descriptor_type(&self, cx: &Context, ty: Type) -> Option<Type> {
        self.descriptor_members(cx, ty).map(|members| literal_struct(cx, &members))
    }

    /// The fields of the descriptor of a ranked memref type, without arrays.
    pub fn unpacked_descriptor(&self, cx: &Context, ty: Type) -> Option<Vec<Type>> {
        let mut members = self.descriptor_members(cx, ty)?;
        members.truncate(3);
        let rank = ty.shape(cx)?.len();
        members.extend(std::iter::repeat_n(self.index_type(cx), 2 * rank));
        Some(members)
    }

    /// The fields of the descriptor of an unranked memref type.
    pub fn unpacked_unranked_descriptor(&self, cx: &Context) -> Vec<Type> {
        vec![self.index_type(cx), pointer(cx)]
    }

    /// The descriptor of an unranked memref type.
    pub fn unranked_descriptor_type(&self, cx: &Context) -> Type {
        literal_struct(cx, &self.unpacked_unranked_descriptor(cx))
    }
}

impl LlvmTypes {
    /// The bare pointer for a memref passed without its descriptor.
    pub fn bare_pointer(&self, cx: &Context, ty: Type) -> Option<Type> {
        if !fits_bare_pointer(cx, ty) {
            return None;
        }
        self.convert(cx, ty.element(cx)?)?;
        self.options.element_pointer(cx, ty)
    }
}

/// Whether sizes, strides and offset of a memref type are all static.
pub fn fits_bare_pointer(cx: &Context, ty: Type) -> bool {
    let Some(layout) = strides_and_offset(cx, ty) else { return false };
    ty.static_shape(cx).is_some() && layout.offset != DYNAMIC && !layout.strides.contains(&DYNAMIC)
}
