//! The type converter with its options, and types of LLVM.

use rmlir::prelude::*;
use rmlir::rewrite::conversion::TypeConverter;
use rmlir_llvm::types::constraint::is_compatible;
use rmlir_llvm::types::{PointerType, StructBody, StructType};
use std::ops::Deref;
use std::sync::Arc;

use crate::llvm_common::options::LlvmOptions;

/// Converts types to those of LLVM. Dereferences to its [`TypeConverter`].
#[derive(Clone)]
pub struct LlvmTypes {
    /// The options.
    pub options: Arc<LlvmOptions>,
    /// The rules, for patterns and for further conversions.
    pub converter: Arc<TypeConverter>,
}

impl Deref for LlvmTypes {
    type Target = TypeConverter;
    fn deref(&self) -> &TypeConverter {
        &self.converter
    }
}

impl LlvmTypes {
    /// The integer type for `index`.
    pub fn index_type(&self, cx: &Context) -> Type {
        self.options.index_type(cx)
    }

    /// The converted type of `ty`, if it is one type that is compatible with LLVM.
    pub fn convert_compatible(&self, cx: &Context, ty: Type) -> Option<Type> {
        self.convert(cx, ty).filter(|&ty| is_compatible(cx, ty))
    }

    /// The packed type of results: the type of the only one, or a structure.
    pub fn pack_results(&self, cx: &Context, types: impl IntoIterator<Item = Type>) -> Option<Type> {
        let types: Vec<Type> = types.into_iter().collect();
        if let &[ty] = types.as_slice() {
            return self.convert(cx, ty);
        }
        let members: Option<Vec<Type>> = types.into_iter().map(|ty| self.convert_compatible(cx, ty)).collect();
        Some(literal_struct(cx, &members?))
    }
}

/// The pointer into address space 0.
pub fn pointer(cx: &Context) -> Type {
    pointer_into(cx, 0)
}

/// The pointer into address space `space`.
pub fn pointer_into(cx: &Context, space: u32) -> Type {
    PointerType::get(cx, i64::from(space)).ty()
}

/// The literal structure with these members.
pub fn literal_struct(cx: &Context, members: &[Type]) -> Type {
    StructType::get(cx, None, StructBody::Aligned, members.to_vec()).ty()
}
