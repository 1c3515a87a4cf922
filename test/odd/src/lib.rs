//! A dialect of odd shapes that the framework's own tests are written in.
//!
//! One file for each part of the framework that is tried: `fields` for shapes of fields and what formats do with them,
//! `control` for regions, blocks and symbols, `rewrites` for folds, patterns and passes, `types` for types and attributes.

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
