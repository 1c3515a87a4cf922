//! The test dialect: operations for tests of pipelines.
//!
//! `mlir-opt` registers it, too: tests of users, and the public tests of passes, use it, with registered and
//! unregistered operations. The operations that those tests use are defined here: `regions` and `branches` for control
//! flow, `syntax`, `names` and `wrapping` for the textual format, `rewrites` for folds and patterns, `bounds` for
//! integer ranges and value bounds, `slots` for memory slots, `speculation` for code motion, `tiles` for tiling,
//! `locations` for locations, `types` for types and attributes.

mod bounds;
mod branches;
mod locations;
mod names;
mod regions;
mod rewrites;
mod slots;
mod speculation;
mod syntax;
mod tiles;
mod types;
mod wrapping;

use rmlir::core::dialect::{DialectHooks, Resources};
use rmlir::prelude::*;

pub use self::bounds::*;
pub use self::branches::*;
pub use self::locations::*;
pub use self::names::*;
pub use self::regions::*;
pub use self::rewrites::*;
pub use self::slots::*;
pub use self::speculation::*;
pub use self::syntax::*;
pub use self::tiles::*;
pub use self::types::*;
pub use self::wrapping::*;

dialect! {
    /// Operations for tests of pipelines.
    pub Test = "test" {
        types: [MemRefElementType],
        attrs: [CustomLocationAttr, SlashAttr, TensorEncodingAttr],
        ops: [
            AlwaysSpeculatableOp, AnyCondOp, AsmInterfaceOp, AttrWithLocOp, BlockNamesOp, BrOp, CallAndStoreOp,
            CallWithSegmentsOp, CanonicalizableOp, CommutativeOp, CompareOp, ConditionallySpeculatableOp,
            ConstantIfKnownOp, ConstantOp, CustomFormatFallbackOp, CustomResultNameOp, DefaultDialectOp,
            DialectCustomPrinterOp, DimensionListOp, EffectsResultOp, FinishOp, FoldToCallOp, FoldsToOperandsOp,
            FormatOptionalResultOp, GraphLoopOp, GraphRegionOp, InternalBrOp, IsolatedRegionOp, MultiSlotAllocaOp,
            NameWithDotsOp, NeverSpeculatableOp, OneRegionOp, OpWithDotInNameOp, OpWithLocAttrOp,
            OpWithRegionPatternOp, OpWithRegionRefOp, OptionalCustomAttrOp, ParseBase64Op, ParseCustomOperationNameOp,
            ParseIntegerLiteralOp, ParseWrappedKeywordOp, PolyForOp, PrettyPrintedRegionOp, RecursivelySpeculatableOp,
            RegionFoldOp, RegionFreeOp, RegionIfOp, RegionIfYieldOp, RegionYieldOp, ReifyBoundOp, ReturnOp,
            SingleNoTerminatorCustomAsmOp, SingleNoTerminatorOp, SizedRegionOp, SlashAttrOp, SsaCfgRegionOp,
            StringAttrPrettyNameOp, SymbolScopeOp, TilingNoDpsOp, TwoRegionOp, ValueWithBoundsOp,
            VariadicNoTerminatorOp, WithBoundsOp, WrappingRegionOp,
        ],
        depends: [rmlir_arith::Arith, rmlir_func::Func],
        hooks: Hooks,
    }
}

struct Hooks;

/// A discardable attribute that is always invalid.
const INVALID: &str = "test.invalid_attr";

fn refuse_invalid(op: OpRef, name: &str) -> Checked {
    if name == INVALID { Err(op.plain_error(format!("invalid to use '{INVALID}'"))) } else { Ok(()) }
}

impl DialectHooks for Hooks {
    /// Tests may use unregistered operations, as if the dialect were not registered.
    fn allows_unknown_ops(&self) -> bool {
        true
    }

    fn resources(&self) -> Resources {
        Resources::Kept
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
