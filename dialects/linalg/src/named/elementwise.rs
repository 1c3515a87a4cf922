//! Functions of elements, copying and filling.
//!
//! Operands have the same shape; those of rank 0 are used for every element.

use rmlir::core::interfaces::{ReifyShapes, Speculatable};
use rmlir::prelude::*;

use super::row::{Named, named_ops};
use crate::attrs::{BinaryFn, TernaryFn, TypeFn, UnaryFn};
use crate::computation::Computation::{Binary, Copy, Random, Ternary, Unary};
use crate::structured::Structured;

named_ops! {
    /// Copies each element, cast to the type of the output.
    ///
    /// ```mlir
    /// %r = linalg.copy ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
    /// ```
    CopyOp "linalg.copy" [cast: TypeFn] canonicalize = Named::elementwise(2, Copy(TypeFn::CastSigned));
    /// Sets every element to the same value, cast to the type of the output.
    ///
    /// ```mlir
    /// %r = linalg.fill ins(%zero : f32) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
    /// ```
    FillOp "linalg.fill" canonicalize
        = Named::elementwise(2, Copy(TypeFn::CastSigned)).checked(verify_fill);
    /// Pseudo-random values between the first two inputs, from the seed that is the third one.
    FillRng2DOp "linalg.fill_rng_2d" = Named::new("ROW COLUMN : () | () | () | ROW COLUMN", Random);
    /// e to the power of the element.
    ExpOp "linalg.exp" = Named::elementwise(2, Unary(UnaryFn::Exp));
    /// The natural logarithm.
    LogOp "linalg.log" = Named::elementwise(2, Unary(UnaryFn::Log));
    /// The absolute value.
    AbsOp "linalg.abs" = Named::elementwise(2, Unary(UnaryFn::Abs));
    /// The least integer that is not less than the element.
    CeilOp "linalg.ceil" = Named::elementwise(2, Unary(UnaryFn::Ceil));
    /// The greatest integer that is not greater than the element.
    FloorOp "linalg.floor" = Named::elementwise(2, Unary(UnaryFn::Floor));
    /// The negated element.
    NegFOp "linalg.negf" = Named::elementwise(2, Unary(UnaryFn::Negf));
    /// One divided by the element.
    ReciprocalOp "linalg.reciprocal" = Named::elementwise(2, Unary(UnaryFn::Reciprocal));
    /// The nearest integer; ties are rounded away from zero.
    RoundOp "linalg.round" = Named::elementwise(2, Unary(UnaryFn::Round));
    /// The square root.
    SqrtOp "linalg.sqrt" = Named::elementwise(2, Unary(UnaryFn::Sqrt));
    /// One divided by the square root.
    RsqrtOp "linalg.rsqrt" = Named::elementwise(2, Unary(UnaryFn::Rsqrt));
    /// The element times itself.
    SquareOp "linalg.square" = Named::elementwise(2, Unary(UnaryFn::Square));
    /// The hyperbolic tangent.
    TanhOp "linalg.tanh" = Named::elementwise(2, Unary(UnaryFn::Tanh));
    /// The error function.
    ErfOp "linalg.erf" = Named::elementwise(2, Unary(UnaryFn::Erf));
    /// The sum.
    AddOp "linalg.add" = Named::elementwise(3, Binary(BinaryFn::Add));
    /// The difference.
    SubOp "linalg.sub" = Named::elementwise(3, Binary(BinaryFn::Sub));
    /// The product.
    MulOp "linalg.mul" = Named::elementwise(3, Binary(BinaryFn::Mul));
    /// The quotient; of signed integers, rounded toward zero.
    DivOp "linalg.div" = Named::elementwise(3, Binary(BinaryFn::Div));
    /// The quotient of unsigned integers.
    DivUnsignedOp "linalg.div_unsigned" = Named::elementwise(3, Binary(BinaryFn::DivUnsigned));
    /// The greater of floats or signed integers.
    MaxOp "linalg.max" = Named::elementwise(3, Binary(BinaryFn::MaxSigned));
    /// The lesser of floats or signed integers.
    MinOp "linalg.min" = Named::elementwise(3, Binary(BinaryFn::MinSigned));
    /// The first to the power of the second.
    PowFOp "linalg.powf" = Named::elementwise(3, Binary(BinaryFn::Powf));
    /// The second element where the first is true, otherwise the third.
    SelectOp "linalg.select" = Named::elementwise(4, Ternary(TernaryFn::Select));
}

/// Verifies that the value is a scalar of the element type of the output.
fn verify_fill(op: OpRef) -> Checked {
    let cx = op.cx();
    let (value, output) = (op.operand(0).ty(), op.operand(1).ty().element_or_self(cx));
    if value.is_tensor(cx) || value.is_memref(cx) {
        return Err(op.plain_error("expected op with scalar input"));
    }
    if value != output {
        let (value, output) = (cx.show_type(value), cx.show_type(output));
        return Err(op.error(format!("expected fill value type ('{value}') to match output element type ('{output}')")));
    }
    Ok(())
}
