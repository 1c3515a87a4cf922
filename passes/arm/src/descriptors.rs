//! Operations of transform scripts for the pattern sets of this crate.

use rmlir::core::dialect::{Dialect, DialectExtension};
use rmlir::core::opdef::OpDef;
use rmlir::prelude::*;
use rmlir_transform::{PatternDescriptor, Transform, TransformState};

use crate::contract::{neon, sve};

/// Rows of `/// doc`, `Op "name" = set;`.
macro_rules! sets {
    ($list:ident: $($(#[$doc:meta])* $op:ident $name:literal = $set:expr;)*) => {
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

        const $list: &[&OpDef] = &[$($op::DEF),*];
    };
}

sets! { NEON:
    /// Contractions of matrices of bytes are lowered to instructions of Neon.
    ApplyArmNeonContractionToI8MMPatternsOp "transform.apply_patterns.arm_neon.vector_contract_to_i8mm"
        = neon::i8mm_patterns();
    /// Contractions of matrices of `bf16` are lowered to instructions of Neon.
    ApplyArmNeonContractionToBFMMLAPatternsOp "transform.apply_patterns.arm_neon.vector_contract_to_bfmmla"
        = neon::bfmmla_patterns();
}

sets! { SVE:
    /// Contractions of a matrix of bytes and a scalable one are lowered to instructions of the scalable vector
    /// extension.
    ApplyArmSVELowerContractionToI8MMPatternsOp "transform.apply_patterns.arm_sve.vector_contract_to_i8mm"
        = sve::i8mm_patterns();
    /// Contractions of a matrix of `bf16` and a scalable one are lowered to instructions of the scalable vector
    /// extension.
    ApplyArmSVELowerContractionToBFMMLAPatternsOp "transform.apply_patterns.arm_sve.vector_contract_to_bfmmla"
        = sve::bfmmla_patterns();
}

/// The extensions of the transform dialect.
pub const EXTENSIONS: &[&DialectExtension] = &[
    &DialectExtension { dialect: Transform::DEF, ops: NEON, depends: &[rmlir_arm_neon::ArmNeon::DEF] },
    &DialectExtension { dialect: Transform::DEF, ops: SVE, depends: &[rmlir_arm_sve::ArmSve::DEF] },
];
