//! A dialect of odd shapes for the framework's own tests.
//!
//! One file for each part of the framework: `fields` for shapes of fields and their formats, `control` for regions,
//! blocks and symbols, `rewrites` for folds, patterns and passes, `types` for types and attributes.

mod control;
mod fields;
mod rewrites;
mod types;

use rmlir::prelude::*;

pub use self::control::*;
pub use self::fields::*;
pub use self::rewrites::*;
pub use self::types::*;

dialect! {
    /// Odd shapes.
    pub Odd = "odd" {
        types: [PairType, TokenType],
        attrs: [Level, RangeAttr],
        ops: [
            AddOp, DoneOp, GiveOp, GraphOp, IfElseOp, JumpOp, LabelOp, MaybeOp, NamedOp, OptionalOp, RawOp, RegionsOp,
            SameOp, ScopeOp, SegmentsOp, TakeOp, VariadicOp,
        ],
        passes: [test_erase_unused, TestMark],
    }
}
