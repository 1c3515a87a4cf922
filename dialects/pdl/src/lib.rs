//! The `pdl` dialect: rewrite patterns as IR.
//!
//! In reading order: [`types`] the types of handles to operations, values, attributes and types; [`mod@pattern`] patterns;
//! [`matching`] what they match; [`rewriting`] what they make of it; `verify` the verification of the former.

pub mod matching;
pub mod pattern;
pub mod rewriting;
pub mod types;
mod verify;

use rmlir::prelude::*;

pub use self::matching::{
    ApplyNativeConstraintOp, AttributeOp, OperandOp, OperandsOp, OperationOp, ResultOp, ResultsOp, TypeOp, TypesOp,
};
pub use self::pattern::PatternOp;
pub use self::rewriting::{ApplyNativeRewriteOp, EraseOp, RangeOp, ReplaceOp, RewriteOp};
pub use self::types::{AttributeType, OperationType, RangeType, TypeType, ValueType};

dialect! {
    /// Rewrite patterns as IR.
    ///
    /// A pattern describes operations with their operands, results, attributes and types, and what replaces them. Conditions
    /// and functions of the program that applies it are called by their names.
    pub Pdl = "pdl" {
        types: [AttributeType, OperationType, RangeType, TypeType, ValueType],
        ops: [
            ApplyNativeConstraintOp, ApplyNativeRewriteOp, AttributeOp, EraseOp, OperandOp, OperandsOp, OperationOp, PatternOp,
            RangeOp, ReplaceOp, ResultOp, ResultsOp, RewriteOp, TypeOp, TypesOp,
        ],
    }
}
