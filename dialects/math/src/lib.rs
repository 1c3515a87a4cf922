//! The `math` dialect: mathematical functions of scalars, vectors and tensors.
//!
//! In reading order: the operations on floats ([`float`]), the classification of floats ([`classify`]), the operations
//! on integers ([`integer`]); `fold` constant folding, `host` the mathematical functions it uses.

pub mod classify;
mod eval;
pub mod float;
mod fold;
mod hooks;
mod host;
pub mod integer;

use rmlir::prelude::*;

pub use self::classify::*;
pub use self::float::*;
pub use self::integer::*;

dialect! {
    /// Mathematical functions.
    ///
    /// Operations apply to scalars, and elementwise to vectors and tensors. Unless documented otherwise, operands and
    /// results are floats of the same type.
    pub Math = "math" {
        ops: [
            AbsFOp, AbsIOp, AcosOp, AcoshOp, AsinOp, AsinhOp, Atan2Op, AtanOp, AtanhOp, CbrtOp, CeilOp, ClampFOp,
            CopySignOp, CosOp, CoshOp, CountLeadingZerosOp, CountTrailingZerosOp, CtPopOp, ErfOp, ErfcOp, Exp2Op,
            ExpM1Op, ExpOp, FPowIOp, FloorOp, FmaOp, IPowIOp, IsFiniteOp, IsInfOp, IsNaNOp, IsNormalOp, Log10Op,
            Log1pOp, Log2Op, LogOp, PowFOp, RoundEvenOp, RoundOp, RsqrtOp, SinOp, SincosOp, SinhOp, SqrtOp, TanOp,
            TanhOp, TruncOp,
        ],
        depends: [rmlir_arith::Arith],
        hooks: hooks::Hooks,
    }
}
