//! The conversion of types of all dialects to types of LLVM.
//!
//! | type | becomes |
//! |---|---|
//! | `index` | an integer of the chosen width |
//! | an integer with a sign | a signless integer |
//! | a float that LLVM lacks | an integer of its width |
//! | `complex<T>` | `!llvm.struct<(T, T)>` |
//! | a function | `!llvm.ptr` |
//! | a vector | one of one dimension, or arrays of such |
//! | a memref | a descriptor, see `memref` |
//!
//! In reading order: `rules` the table above; `memref` types of descriptors; `signature` functions; `materialize`
//! materializations.

mod materialize;
mod memref;
mod rules;
mod signature;

use std::ops::Deref;
use std::sync::Arc;

use rmlir::prelude::*;
use rmlir::rewrite::conversion::TypeConverter;
use rmlir_llvm::types::constraint::is_compatible;
use rmlir_llvm::types::{PointerType, StructBody, StructType};

use crate::options::LlvmOptions;

pub use self::memref::fits_bare_pointer;
pub use self::signature::{Calling, PackedResults, Signature};

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
    /// The default rules.
    pub fn new(options: LlvmOptions) -> Self {
        Self::with_rules(options, |_| {})
    }

    /// The default rules, and those that `add` adds, which are tried first.
    pub fn with_rules(options: LlvmOptions, add: impl FnOnce(&mut TypeConverter)) -> Self {
        let options = Arc::new(options);
        let mut converter = TypeConverter::new();
        rules::add(&mut converter, &options);
        materialize::add(&mut converter, &options);
        add(&mut converter);
        Self { options, converter: Arc::new(converter) }
    }

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
