//! The `complex` dialect: arithmetic and functions of complex numbers.
//!
//! In reading order: `constraints` says what a complex number is; [`parts`] are constants, and the two parts put together and
//! taken apart; [`arithmetic`] computes and compares; [`function`] are the functions of one number; `fold` and `canonicalize`
//! are what becomes of them, `hooks` is what the dialect does as a whole.

pub mod arithmetic;
mod canonicalize;
mod constraints;
mod eval;
mod fold;
pub mod function;
mod hooks;
pub mod parts;

use rmlir::prelude::*;

pub use self::arithmetic::*;
pub use self::function::*;
pub use self::parts::*;

dialect! {
    /// Complex numbers.
    ///
    /// Operations take values of type `complex<T>` for a float type `T`. Flags say what may be assumed of the floats.
    pub Complex = "complex" {
        ops: [
            AbsOp, AddOp, AngleOp, Atan2Op, BitcastOp, ConjOp, ConstantOp, CosOp, CreateOp, DivOp, EqualOp, ExpOp, Expm1Op,
            ImOp, Log1pOp, LogOp, MulOp, NegOp, NotEqualOp, PowOp, PowiOp, ReOp, RsqrtOp, SignOp, SinOp, SqrtOp, SubOp, TanOp,
            TanhOp,
        ],
        depends: [rmlir_arith::Arith],
        hooks: hooks::Hooks,
    }
}
