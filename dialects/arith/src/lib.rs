//! The `arith` dialect: integer and floating-point arithmetic on scalars,
//! vectors and tensors.
//!
//! In reading order: [`attrs`] predicates and flags; [`types`] constraints; the operations by family: [`constant`],
//! [`integer`], [`extended`], [`float`], [`cast`], [`compare`]; then their semantics: `fold` constants and identities,
//! `canonicalize` rewrites, `eval` evaluation, `range` integer ranges, `bounds` value bounds of indices, `speculate`
//! speculatable divisions, `names` names of results, `product` products of sizes, `hooks` the dialect's hooks.

pub mod attrs;
mod bounds;
mod canonicalize;
pub mod cast;
pub mod compare;
pub mod constant;
mod eval;
pub mod extended;
pub mod float;
mod fold;
mod hooks;
pub mod integer;
mod names;
mod neutral;
mod poison;
mod product;
mod range;
mod speculate;
pub mod types;

use rmlir::prelude::*;

pub use self::attrs::{AtomicRmwKind, CmpFPredicate, CmpIPredicate, FastMathFlags, IntegerOverflowFlags, RoundingMode};
pub use self::cast::*;
pub use self::compare::{CmpFOp, CmpIOp, SelectOp};
pub use self::constant::{
    ConstantOp, constant_index, constant_int, get_constant_int_value, materialize_index, materialize_negative,
};
pub use self::extended::{AddUIExtendedOp, MulSIExtendedOp, MulUIExtendedOp};
pub use self::float::*;
pub use self::fold::elements;
pub use self::integer::*;
pub use self::product::group_product;
pub use self::types::i1_same_shape;

dialect! {
    /// Integer and floating-point arithmetic.
    ///
    /// Operations apply to scalars, and elementwise to vectors and tensors. Integers are bit vectors in two's
    /// complement; the operation determines whether they are signed. A poison operand makes the result poison unless an
    /// operation is documented otherwise.
    pub Arith = "arith" {
        attrs: [FastMathFlags, IntegerOverflowFlags],
        ops: [
            AddFOp, AddIOp, AddUIExtendedOp, AndIOp, BitcastOp, CeilDivSIOp, CeilDivUIOp, CmpFOp, CmpIOp, ConstantOp,
            DivFOp, DivSIOp, DivUIOp, ExtFOp, ExtSIOp, ExtUIOp, FloorDivSIOp, FPToSIOp, FPToUIOp, IndexCastOp,
            IndexCastUIOp, MaximumFOp, MaxNumFOp, MaxSIOp, MaxUIOp, MinimumFOp, MinNumFOp, MinSIOp, MinUIOp, MulFOp,
            MulIOp, MulSIExtendedOp, MulUIExtendedOp, NegFOp, OrIOp, RemFOp, RemSIOp, RemUIOp, ScalingExtFOp,
            ScalingTruncFOp, SelectOp, ShLIOp, ShRSIOp, ShRUIOp, SIToFPOp, SubFOp, SubIOp, TruncFOp, TruncIOp,
            UIToFPOp, XOrIOp,
        ],
        depends: [rmlir_ub::Ub],
        hooks: hooks::Hooks,
    }
}
