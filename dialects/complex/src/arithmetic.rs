//! Arithmetic and comparison.

use rmlir::core::constraints::*;
use rmlir::prelude::*;
use rmlir_arith::{FastMathFlags, no_fastmath};

use crate::constraints::ComplexOfFloat;

/// Operations on two complex numbers.
#[op_class(
    traits(Elementwise, Pure, SameOperandsAndResultType),
    eval,
    format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
)]
struct Binary {
    #[operand]
    lhs: ComplexOfFloat,
    #[operand]
    rhs: ComplexOfFloat,
    #[prop(default = no_fastmath)]
    fastmath: FastMathFlags,
    #[result]
    result: ComplexOfFloat,
}

/// Comparisons.
#[op_class(traits(Elementwise, Pure), types(T = ComplexOfFloat), eval, format = "$lhs `,` $rhs attr-dict `:` type($lhs)")]
struct Comparison {
    #[operand]
    lhs: T,
    #[operand]
    rhs: T,
    #[result]
    result: I1,
}

/// Adds.
///
/// ```mlir
/// %a = complex.add %b, %c : complex<f32>
/// ```
#[op(name = "complex.add", classes(Binary), fold)]
pub struct AddOp;

/// Subtracts.
#[op(name = "complex.sub", classes(Binary), fold)]
pub struct SubOp;

/// Multiplies.
#[op(name = "complex.mul", classes(Binary), fold)]
pub struct MulOp;

/// Divides.
#[op(name = "complex.div", classes(Binary), fold)]
pub struct DivOp;

/// The first to the power of the second.
#[op(name = "complex.pow", classes(Binary))]
pub struct PowOp;

/// The arc tangent of a quotient, in the quadrant determined by the signs.
#[op(name = "complex.atan2", classes(Binary))]
pub struct Atan2Op;

/// A complex number to the power of an integer.
///
/// ```mlir
/// %a = complex.powi %b, %n : complex<f32>, i32
/// ```
#[op(name = "complex.powi", eval, traits(Elementwise, Pure, SameOperandsAndResultShape), types(T = ComplexOfFloat),
     format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result) `,` type($rhs)")]
pub struct PowiOp {
    #[operand]
    lhs: T,
    #[operand]
    rhs: AnySignlessInteger,
    #[prop]
    fastmath: Option<FastMathFlags>,
    #[result]
    result: T,
}

/// Whether they are equal.
///
/// ```mlir
/// %a = complex.eq %b, %c : complex<f32>
/// ```
#[op(name = "complex.eq", classes(Comparison))]
pub struct EqualOp;

/// Whether they are not equal.
#[op(name = "complex.neq", classes(Comparison))]
pub struct NotEqualOp;
