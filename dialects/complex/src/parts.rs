//! Constants, and the components of a complex number.

use rmlir::core::attrs::AttrData;
use rmlir::core::constraints::*;
use rmlir::prelude::*;
use rmlir_arith::{FastMathFlags, no_fastmath};

use crate::constraints::{ComplexOfFloat, part};

/// A constant, given by its real and its imaginary component.
///
/// ```mlir
/// %a = complex.constant [0.1, -1.0] : complex<f64>
/// ```
#[op(name = "complex.constant", eval, traits(ConstantLike, Pure), interfaces(AsmNames), fold,
     verify = verify_constant, format = "$value attr-dict `:` type($complex)")]
pub struct ConstantOp {
    #[prop]
    value: ArrayAttr,
    #[result]
    complex: AnyComplex,
}

impl AsmNames for ConstantOp<()> {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "cst");
    }
}

fn verify_constant(op: OpRef) -> Checked {
    let cx = op.cx();
    let &[real, imaginary] = op.get(ConstantOp::value) else {
        return Err(op.error("requires 'value' to be a complex constant, represented as array of two values"));
    };
    let type_of = |part: Attr| match part.data(cx) {
        AttrData::Float { ty, .. } | AttrData::Integer { ty, .. } => Some(*ty),
        _ => None,
    };
    let (Some(real), Some(imaginary)) = (type_of(real), type_of(imaginary)) else {
        return Err(op.error("requires attribute's elements to be float or integer attributes"));
    };
    let wanted = part(cx, op.result(0).ty()).expect("the constraint of the result was checked");
    if real != wanted || imaginary != wanted {
        return Err(op.error(format!(
            "requires attribute's element types ('{}', '{}') to match the element type of the op's return type ('{}')",
            cx.show_type(real),
            cx.show_type(imaginary),
            cx.show_type(wanted)
        )));
    }
    Ok(())
}

/// Creates a complex number from its real and its imaginary component.
///
/// ```mlir
/// %a = complex.create %b, %c : complex<f32>
/// ```
#[op(name = "complex.create", eval, traits(Pure), fold, format = "$real `,` $imaginary attr-dict `:` type($complex)")]
pub struct CreateOp {
    #[operand(derive(from = "complex", with = part, summary = "complex element type matches real operand type"))]
    real: AnyFloat,
    #[operand(derive(from = "complex", with = part, summary = "complex element type matches imaginary operand type"))]
    imaginary: AnyFloat,
    #[result]
    complex: ComplexOfFloat,
}

/// The real component.
///
/// ```mlir
/// %a = complex.re %b : complex<f32>
/// ```
#[op(
    name = "complex.re",
    eval,
    traits(Elementwise, Pure),
    fold,
    canonicalize,
    format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"
)]
pub struct ReOp {
    #[operand]
    complex: ComplexOfFloat,
    #[prop(default = no_fastmath)]
    fastmath: FastMathFlags,
    #[result(derive(from = "complex", with = part, summary = "complex element type matches result type"))]
    real: AnyFloat,
}

/// The imaginary component.
///
/// ```mlir
/// %a = complex.im %b : complex<f32>
/// ```
#[op(
    name = "complex.im",
    eval,
    traits(Elementwise, Pure),
    fold,
    canonicalize,
    format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"
)]
pub struct ImOp {
    #[operand]
    complex: ComplexOfFloat,
    #[prop(default = no_fastmath)]
    fastmath: FastMathFlags,
    #[result(derive(from = "complex", with = part, summary = "complex element type matches result type"))]
    imaginary: AnyFloat,
}

/// Reinterprets the bits of a complex number as another type, or vice versa.
///
/// ```mlir
/// %a = complex.bitcast %b : complex<f32> to i64
/// ```
#[op(name = "complex.bitcast", eval, traits(Pure), fold, verify = verify_bitcast,
     canonicalize,
     format = "$operand attr-dict `:` type($operand) `to` type($result)")]
pub struct BitcastOp {
    #[operand]
    operand: AnyType,
    #[result]
    result: AnyType,
}

fn verify_bitcast(op: OpRef) -> Checked {
    let cx = op.cx();
    let (from, to) = (op.value(BitcastOp::operand).ty(), op.result(0).ty());
    // A cast to the same type is folded.
    if from == to {
        return Ok(());
    }
    let is_scalar = |ty: Type| ty.int_or_float_width(cx).is_some();
    let (from_part, to_part) = (part(cx, from), part(cx, to));
    if !is_scalar(from) && from_part.is_none() {
        return Err(op.error("operand must be int/float/complex"));
    }
    if !is_scalar(to) && to_part.is_none() {
        return Err(op.error("result must be int/float/complex"));
    }
    let (complex, other) = match (from_part, to_part) {
        (Some(part), None) => (part, to),
        (None, Some(part)) => (part, from),
        _ => return Err(op.error("requires that either input or output has a complex type")),
    };
    if complex.int_or_float_width(cx).map(|width| 2 * u64::from(width)) != other.int_or_float_width(cx).map(u64::from) {
        return Err(op.error("casting bitwidths do not match"));
    }
    Ok(())
}
