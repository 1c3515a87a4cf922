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
//! In reading order: `types` the converter, and common types; `rules` the table above; `memref` types of descriptors;
//! `signature` functions; `materialize` materializations.

mod materialize;
mod memref;
mod rules;
mod signature;
mod types;

use std::sync::Arc;

use rmlir::rewrite::conversion::TypeConverter;

use crate::llvm_common::options::LlvmOptions;

pub use self::memref::fits_bare_pointer;
pub use self::signature::{Calling, PackedResults, Signature};
pub use self::types::{LlvmTypes, literal_struct, pointer, pointer_into};

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
}
