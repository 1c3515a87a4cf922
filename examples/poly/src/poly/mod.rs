//! The dialect of polynomials in one variable with integer coefficients, modulo x^n - 1.

mod fold;
mod patterns;
pub mod to_standard;

use rmlir::core::constraints::{is_or_contains, is_tensor_of};
use rmlir::prelude::*;

dialect! {
    /// Polynomials.
    pub Poly = "poly" {
        types: [PolynomialType],
        ops: [AddOp, SubOp, MulOp, FromTensorOp, ToTensorOp, EvalOp, ConstantOp],
        passes: [to_standard::poly_to_standard],
        hooks: Hooks,
    }
}

/// Constants of the dialect.
pub struct Hooks;

impl DialectHooks for Hooks {
    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        let fits = (AnyIntElementsAttr.check)(cx, value) && (PolynomialType.check)(cx, ty);
        fits.then(|| ConstantOp::build(ty, value).finish(cx))
    }
}

/// A polynomial with so many coefficients.
#[ty(name = "poly.poly", format = "`<` $degree_bound `>`")]
pub struct PolynomialType {
    pub degree_bound: i64,
}

/// A polynomial, or a vector or tensor of polynomials.
#[allow(non_upper_case_globals)]
static PolyOrContainer: TypeConstraint = TypeConstraint {
    summary: "polynomial-like",
    check: |cx, ty| is_or_contains(cx, ty, PolynomialType.check),
    builds: None,
};

/// A tensor of integers.
#[allow(non_upper_case_globals)]
static IntegerTensor: TypeConstraint = TypeConstraint {
    summary: "tensor of integer values",
    check: |cx, ty| is_tensor_of(cx, ty, AnyInteger.check),
    builds: None,
};

/// An integer or a complex number.
#[allow(non_upper_case_globals)]
static IntOrComplex: TypeConstraint = TypeConstraint {
    summary: "integer or complex-type",
    check: |cx, ty| (AnyInteger.check)(cx, ty) || (AnyComplex.check)(cx, ty),
    builds: None,
};

/// The sum of two polynomials.
#[op(name = "poly.add", traits(Pure, ElementwiseMappable, SameOperandsAndResultType), types(T = PolyOrContainer),
     fold = fold::add, format = "$lhs `,` $rhs attr-dict `:` qualified(type($output))")]
pub struct AddOp {
    #[operand]
    lhs: T,
    #[operand]
    rhs: T,
    #[result]
    output: T,
}

/// The difference of two polynomials.
#[op(name = "poly.sub", traits(Pure, ElementwiseMappable, SameOperandsAndResultType), types(T = PolyOrContainer),
     fold = fold::sub, canonicalize(patterns::difference_of_squares),
     format = "$lhs `,` $rhs attr-dict `:` qualified(type($output))")]
pub struct SubOp {
    #[operand]
    lhs: T,
    #[operand]
    rhs: T,
    #[result]
    output: T,
}

/// The product of two polynomials, modulo x^n - 1.
#[op(name = "poly.mul", traits(Pure, ElementwiseMappable, SameOperandsAndResultType), types(T = PolyOrContainer),
     fold = fold::mul, format = "$lhs `,` $rhs attr-dict `:` qualified(type($output))")]
pub struct MulOp {
    #[operand]
    lhs: T,
    #[operand]
    rhs: T,
    #[result]
    output: T,
}

/// The polynomial with the coefficients in a tensor, lowest first.
#[op(name = "poly.from_tensor", traits(Pure), fold = fold::from_tensor,
     format = "$input attr-dict `:` type($input) `->` qualified(type($output))")]
pub struct FromTensorOp {
    #[operand]
    input: IntegerTensor,
    #[result]
    output: PolynomialType,
}

/// The coefficients of a polynomial, lowest first.
#[op(name = "poly.to_tensor", traits(Pure), format = "$input attr-dict `:` qualified(type($input)) `->` type($output)")]
pub struct ToTensorOp {
    #[operand]
    input: PolynomialType,
    #[result]
    output: IntegerTensor,
}

/// The value of a polynomial at a point.
#[op(name = "poly.eval", types(P = IntOrComplex), verify = verify_eval, canonicalize(patterns::lift_conj),
     format = "$polynomial `,` $point attr-dict `:` `(` qualified(type($polynomial)) `,` type($point) `)` `->` type($output)")]
pub struct EvalOp {
    #[operand]
    polynomial: PolynomialType,
    #[operand]
    point: P,
    #[result]
    output: P,
}

/// A polynomial whose coefficients are known, lowest first.
#[op(name = "poly.constant", traits(Pure, ConstantLike), fold = fold::constant,
     format = "$coefficients attr-dict `:` qualified(type($output))")]
pub struct ConstantOp {
    #[prop]
    coefficients: AnyIntElementsAttr,
    #[result]
    output: PolynomialType,
}

fn verify_eval(op: OpRef) -> Checked {
    let ty = op.operand(EvalOp::POINT_OPERAND).ty();
    if ty == Type::I32 || (AnyComplex.check)(op.cx(), ty) {
        return Ok(());
    }
    Err(op.error("requires the point to be a 32-bit integer, or a complex number"))
}
