//! Transform operations that apply the pattern sets of this crate.

use rmlir::core::opdef::OpDef;
use rmlir::prelude::*;
use rmlir_transform::{PatternDescriptor, TransformState};

use crate::{expand, expand_strided_metadata, fold_memref_alias_ops};

/// Rows of `/// doc`, `Op "name" = set;`.
macro_rules! sets {
    ($($(#[$doc:meta])* $op:ident $name:tt = $set:expr;)*) => {
        $(
            $(#[$doc])*
            #[op(name = $name, interfaces(PatternDescriptor), format = "attr-dict")]
            pub struct $op {}

            impl PatternDescriptor for $op<()> {
                fn populate(&self, _op: OpRef, _state: &TransformState, patterns: &mut PatternSet) {
                    patterns.extend($set);
                }
            }
        )*

        pub(super) const OPS: &[&OpDef] = &[$($op::DEF),*];
    };
}

sets! {
    /// Expands operations of the dialect to simpler ones.
    ApplyExpandOpsPatternsOp "transform.apply_patterns.memref.expand_ops" = expand::patterns();
    /// Expands views to arithmetic on offsets, sizes and strides.
    ApplyExpandStridedMetadataPatternsOp "transform.apply_patterns.memref.expand_strided_metadata"
        = expand_strided_metadata::patterns();
    /// Folds views into accesses.
    ApplyFoldMemrefAliasOpsPatternsOp "transform.apply_patterns.memref.fold_memref_alias_ops" = fold_memref_alias_ops::patterns();
}
