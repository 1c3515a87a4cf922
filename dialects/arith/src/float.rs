//! Operations on floats.
//!
//! All operands have one type: a float, or a vector or tensor of floats. Fast-math flags are assumptions that
//! transformations may use.

use rmlir::core::constraints::*;
use rmlir::prelude::*;

use crate::attrs::FastMathFlags;

/// The default value of fast-math flags: none.
pub fn no_fastmath(cx: &Context) -> Attr {
    FastMathFlags::None.attr(cx)
}

/// Operations on two floats.
#[op_class(
    traits(ElementwiseMappable, Pure, SameOperandsAndResultType),
    fold,
    eval,
    format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
)]
struct FloatBinary {
    #[operand]
    lhs: FloatLike,
    #[operand]
    rhs: FloatLike,
    #[prop(default = no_fastmath)]
    fastmath: FastMathFlags,
    #[result]
    result: FloatLike,
}

/// Negates a float.
///
/// ```mlir
/// %a = arith.negf %b : f64
/// ```
#[op(
    name = "arith.negf",
    traits(ElementwiseMappable, Pure, SameOperandsAndResultType),
    fold,
    eval,
    format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
)]
pub struct NegFOp {
    #[operand]
    operand: FloatLike,
    #[prop(default = no_fastmath)]
    fastmath: FastMathFlags,
    #[result]
    result: FloatLike,
}

/// Adds.
///
/// ```mlir
/// %a = arith.addf %b, %c fastmath<nnan,ninf> : f64
/// ```
#[op(name = "arith.addf", classes(FloatBinary), traits(Commutative))]
pub struct AddFOp;

/// Subtracts.
#[op(name = "arith.subf", classes(FloatBinary))]
pub struct SubFOp;

/// The maximum, where -0.0 is less than 0.0; NaN if an operand is NaN.
#[op(name = "arith.maximumf", classes(FloatBinary), traits(Commutative))]
pub struct MaximumFOp;

/// The maximum; the other operand if one is NaN.
#[op(name = "arith.maxnumf", classes(FloatBinary), traits(Commutative))]
pub struct MaxNumFOp;

/// The minimum, where -0.0 is less than 0.0; NaN if an operand is NaN.
#[op(name = "arith.minimumf", classes(FloatBinary), traits(Commutative))]
pub struct MinimumFOp;

/// The minimum; the other operand if one is NaN.
#[op(name = "arith.minnumf", classes(FloatBinary), traits(Commutative))]
pub struct MinNumFOp;

/// Multiplies.
#[op(name = "arith.mulf", classes(FloatBinary), traits(Commutative), canonicalize)]
pub struct MulFOp;

/// Divides.
#[op(name = "arith.divf", classes(FloatBinary), canonicalize)]
pub struct DivFOp;

/// The remainder of division, with the sign of the dividend.
#[op(name = "arith.remf", classes(FloatBinary))]
pub struct RemFOp;
