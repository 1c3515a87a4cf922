//! The `index` dialect: arithmetic on `index`, whose width is the target's.
//!
//! In reading order: `arithmetic` binary operations; `cast` casts and comparison; `constant`; `fold` constant folding,
//! for 32 and 64 bits; `canonicalize` rewrites; `range` integer ranges.

mod arithmetic;
mod canonicalize;
mod cast;
mod constant;
mod eval;
mod fold;
mod range;

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

pub use self::arithmetic::*;
pub use self::cast::{CastSOp, CastUOp, CmpOp, CmpPredicate};
pub use self::constant::{BoolConstantOp, ConstantOp, SizeOfOp};

dialect! {
    /// Arithmetic on values of the target's index width.
    ///
    /// Targets have 32 or 64 bits: operations are folded only if both results agree.
    pub Index = "index" {
        attrs: [CmpPredicate],
        ops: [AddOp, AndOp, BoolConstantOp, CastSOp, CastUOp, CeilDivSOp, CeilDivUOp, CmpOp, ConstantOp, DivSOp, DivUOp,
              FloorDivSOp, MaxSOp, MaxUOp, MinSOp, MinUOp, MulOp, OrOp, RemSOp, RemUOp, ShlOp, ShrSOp, ShrUOp, SizeOfOp,
              SubOp, XOrOp],
        hooks: Hooks,
    }
}

struct Hooks;

impl DialectHooks for Hooks {
    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        let (_, of) = value.as_integer(cx)?;
        match of {
            Type::I1 if ty == Type::I1 => Some(BoolConstantOp::build(value).finish(cx)),
            Type::INDEX if ty == Type::INDEX => Some(ConstantOp::build(value).finish(cx)),
            _ => None,
        }
    }
    fn is_legal_to_inline_op(&self, _op: OpRef, _into: OpRef, _would_be_cloned: bool) -> bool {
        true
    }
}
