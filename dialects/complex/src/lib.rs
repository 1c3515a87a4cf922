//! The `complex` dialect: arithmetic and functions of complex numbers.
//!
//! In reading order: `constraints` type constraints; [`number`] numbers as attributes; [`parts`] constants, creation from
//! components and extraction of them; [`arithmetic`] arithmetic and comparison; [`function`] functions of one complex
//! number; `fold` and `canonicalize` folding and canonicalization, `hooks` the dialect's hooks.

pub mod arithmetic;
mod canonicalize;
mod constraints;
mod eval;
mod fold;
pub mod function;
mod hooks;
pub mod number;
pub mod parts;

use rmlir::prelude::*;

pub use self::arithmetic::*;
pub use self::function::*;
pub use self::number::NumberAttr;
pub use self::parts::*;

dialect! {
    /// Complex numbers.
    ///
    /// Operations have operands of type `complex<T>` for a float type `T`. Fast-math flags are assumptions that
    /// transformations may use.
    pub Complex = "complex" {
        attrs: [NumberAttr],
        ops: [
            AbsOp, AddOp, AngleOp, Atan2Op, BitcastOp, ConjOp, ConstantOp, CosOp, CreateOp, DivOp, EqualOp, ExpOp, Expm1Op,
            ImOp, Log1pOp, LogOp, MulOp, NegOp, NotEqualOp, PowOp, PowiOp, ReOp, RsqrtOp, SignOp, SinOp, SqrtOp, SubOp, TanOp,
            TanhOp,
        ],
        depends: [rmlir_arith::Arith],
        hooks: hooks::Hooks,
    }
}
