//! A dialect of odd shapes that the framework's tests are written in.
//!
//! One file for each part of the framework that is tried: `fields` for shapes of fields and what formats do with them,
//! `control` for regions, blocks and symbols, `rewrites` for folds, patterns and passes, `types` for types and attributes,
//! `locations` for locations. What upstream's public tests are written in is in `regions`, `branches`, `bounds`, `slots`
//! and `speculation`.

mod bounds;
mod branches;
mod control;
mod fields;
mod locations;
mod regions;
mod rewrites;
mod slots;
mod speculation;
mod types;

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

pub use self::bounds::*;
pub use self::branches::*;
pub use self::control::*;
pub use self::fields::*;
pub use self::locations::*;
pub use self::regions::*;
pub use self::rewrites::*;
pub use self::slots::*;
pub use self::speculation::*;
pub use self::types::*;

dialect! {
    /// Odd shapes.
    pub Test = "test" {
        types: [MemRefElementType, PairType, TokenType],
        attrs: [CustomLocationAttr, Level, RangeAttr],
        ops: [
            AddOp, AlwaysSpeculatableOp, AnyCondOp, AttrWithLocOp, BrOp, CallWithSegmentsOp, CanonicalizableOp,
            CommutativeOp, ConditionallySpeculatableOp, ConstantIfKnownOp, ConstantOp, CustomResultNameOp,
            DimensionListOp, DoneOp, EffectsResultOp, FinishOp, FoldToCallOp, FoldsToOperandsOp, GiveOp,
            GraphLoopOp, GraphOp, GraphRegionOp, IfElseOp, InternalBrOp, JumpOp, LabelOp, MaybeOp,
            MultiSlotAllocaOp, NamedOp, NeverSpeculatableOp, OneRegionOp, OpWithLocAttrOp,
            OpWithRegionPatternOp, OpWithRegionRefOp, OptionalCustomAttrOp, OptionalOp, PolyForOp, RawOp,
            RecursivelySpeculatableOp, RegionFoldOp, RegionFreeOp, RegionIfOp, RegionIfYieldOp, RegionYieldOp,
            RegionsOp, SameOp, ScopeOp, SegmentsOp, SingleNoTerminatorCustomAsmOp, SingleNoTerminatorOp,
            SizedRegionOp, SsaCfgRegionOp, SymbolScopeOp, TakeOp, TwoRegionOp, ValueWithBoundsOp,
            VariadicNoTerminatorOp, VariadicOp, WithBoundsOp,
        ],
        depends: [rmlir_arith::Arith, rmlir_func::Func],
        hooks: Hooks,
        passes: [test_erase_unused, TestMark],
    }
}

struct Hooks;

/// An attribute that is wrong wherever it stands.
const INVALID: &str = "test.invalid_attr";

fn refuse_invalid(op: OpRef, name: &str) -> Checked {
    if name == INVALID { Err(op.plain_error(format!("invalid to use '{INVALID}'"))) } else { Ok(()) }
}

impl DialectHooks for Hooks {
    /// Tests may use operations that nobody has declared, as if the dialect were not registered.
    fn allows_unknown_ops(&self) -> bool {
        true
    }

    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        Some(OpState::named(cx, ConstantOp::DEF.name).attr(cx, "value", value).results(&[ty]))
    }

    fn keeps_constants_inside(&self, op: OpRef) -> bool {
        op.is::<OneRegionOp>()
    }

    fn verify_op_attr(&self, op: OpRef, name: &str, _value: Attr) -> Checked {
        refuse_invalid(op, name)
    }

    fn verify_arg_attr(&self, op: OpRef, _region: usize, _arg: usize, name: &str, _value: Attr) -> Checked {
        refuse_invalid(op, name)
    }

    fn verify_result_attr(&self, op: OpRef, _result: usize, name: &str, _value: Attr) -> Checked {
        refuse_invalid(op, name)
    }
}
