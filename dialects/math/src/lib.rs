//! The `math` dialect: mathematical functions of scalars, vectors and tensors.
//!
//! In reading order: the operations on floats ([`float`]), the questions about
//! floats ([`classify`]), the operations on integers ([`integer`]); `fold`
//! computes with constants, `host` is the mathematics it computes with.

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
    /// Operations take scalars, vectors and tensors, and work element by
    /// element. Where nothing else is said, floats go in and floats of the
    /// same type come out.
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
