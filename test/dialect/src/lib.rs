//! A dialect of odd shapes that the framework's tests are written in.
//!
//! One file for each part of the framework that is tried: `fields` for shapes of fields and what formats do with them,
//! `control` for regions, blocks and symbols, `rewrites` for folds, patterns and passes, `types` for types and attributes,
//! `locations` for locations. `regions` holds what upstream's public tests are written in.

mod control;
mod fields;
mod locations;
mod regions;
mod rewrites;
mod types;

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

pub use self::control::*;
pub use self::fields::*;
pub use self::locations::*;
pub use self::regions::*;
pub use self::rewrites::*;
pub use self::types::*;

dialect! {
    /// Odd shapes.
    pub Test = "test" {
        types: [PairType, TokenType],
        attrs: [CustomLocationAttr, Level, RangeAttr],
        ops: [
            AddOp, AttrWithLocOp, BrOp, ConstantOp, DoneOp, EffectsResultOp, FinishOp, FoldToCallOp, GraphOp, GraphRegionOp,
            IfElseOp, JumpOp, LabelOp, MaybeOp, NamedOp, OneRegionOp, OpWithLocAttrOp, OpWithRegionRefOp, OptionalOp,
            RawOp, RegionsOp, SameOp, ScopeOp, SegmentsOp, SingleNoTerminatorCustomAsmOp, SingleNoTerminatorOp,
            SizedRegionOp, GiveOp, SsaCfgRegionOp, SymbolScopeOp, TwoRegionOp, TakeOp, VariadicNoTerminatorOp, VariadicOp,
        ],
        depends: [rmlir_func::Func],
        hooks: Hooks,
        passes: [test_erase_unused, TestMark],
    }
}

struct Hooks;

impl DialectHooks for Hooks {
    /// Tests may use operations that nobody has declared, as if the dialect were not registered.
    fn allows_unknown_ops(&self) -> bool {
        true
    }
}
