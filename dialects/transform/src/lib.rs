//! The `transform` dialect: scripts that transform other IR.
//!
//! A script is IR itself: its values, *handles*, are mapped to lists of operations of the *payload*, the IR that is
//! transformed, to lists of values of it, or to *parameters*, which are attributes. `types` holds their types;
//! `interface` the interface of transform operations, which operations of any crate can implement, see
//! [`rmlir::core::dialect::DialectExtension`], and `failure` their failures; `effects` their memory effects; `payload`
//! the identification of payload, `state` the mapping of handles during interpretation, `follow` how it tracks changes
//! of payload, `interpret` the interpreter; `descriptor` operations that describe patterns. `structure` holds the
//! operations with regions and calls, `annotations` verifies argument attributes of sequences, `handles` holds operations
//! on handles, `navigate` those that find payload, `positions` those that find values, `inspect` those that inspect or
//! annotate payload.

mod annotations;
pub mod descriptor;
pub mod effects;
pub mod failure;
mod follow;
pub mod handles;
pub mod inspect;
pub mod interface;
pub mod interpret;
pub mod navigate;
pub mod payload;
pub mod positions;
pub mod state;
pub mod structure;
pub mod types;

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

pub use self::descriptor::{ConversionPatternDescriptor, PatternDescriptor, TypeConverterBuilder};
pub use self::failure::{Applied, Failure};
pub use self::handles::{CastOp, MergeHandlesOp, NumAssociationsOp, ParamConstantOp, SplitHandleOp};
pub use self::inspect::*;
pub use self::interface::{Results, TransformOp};
pub use self::interpret::FailurePropagationMode;
pub use self::navigate::*;
pub use self::payload::{Mapped, PayloadOp, PayloadValue};
pub use self::positions::{GetOperandOp, GetResultOp, GetTypeOp};
pub use self::state::TransformState;
pub use self::structure::*;
pub use self::types::*;

dialect! {
    /// Scripts that transform other IR.
    pub Transform = "transform" {
        types: [AnyOpType, AnyParamType, AnyValueType, OperationType, ParamType, TypeParamType],
        ops: [
            AlternativesOp, AnnotateOp, CastOp, ForeachOp, GetConsumersOfResultOp, GetDefiningOp, GetOperandOp,
            GetParentOp, GetProducerOfOperandOp, GetResultOp, GetTypeOp, IncludeOp, MergeHandlesOp, NamedSequenceOp, NumAssociationsOp, ParamConstantOp,
            PrintOp, SelectOp, SequenceOp, SplitHandleOp, VerifyOp, YieldOp,
        ],
        hooks: Hooks,
    }
}

struct Hooks;

impl DialectHooks for Hooks {
    fn verify_op_attr(&self, op: OpRef, name: &str, value: Attr) -> Checked {
        if name == WITH_NAMED_SEQUENCE && value != Attr::UNIT {
            return Err(op.plain_error(format!("{name} attribute must be a unit attribute")));
        }
        if name == WITH_NAMED_SEQUENCE && !op.has(TraitSet::SYMBOL_TABLE) {
            let message = format!("{name} attribute can only be attached to operations with symbol tables");
            return Err(op.plain_error(message));
        }
        if name == WITH_NAMED_SEQUENCE {
            check_no_recursion(op)?;
        }
        Ok(())
    }
}

/// The attribute of symbol tables that contain named sequences.
const WITH_NAMED_SEQUENCE: &str = "transform.with_named_sequence";
