//! Folding of operations on constant polynomials, as lists of coefficients.

use rmlir::core::dense::from_elements;
use rmlir::dialects::tensor::tensor_type;
use rmlir::prelude::*;

use super::{ConstantOp, MulOp, PolynomialType};

pub fn constant(cx: &mut FoldCx, _constants: &[Option<Attr>]) -> Fold {
    Fold::attr(ConstantOp::from_id(cx.op()).coefficients(cx))
}

pub fn from_tensor(_cx: &mut FoldCx, constants: &[Option<Attr>]) -> Fold {
    constants[0].map_or(Fold::No, Fold::attr)
}

pub fn add(cx: &mut FoldCx, constants: &[Option<Attr>]) -> Fold {
    by_coefficient(cx, constants, ApInt::add)
}

pub fn sub(cx: &mut FoldCx, constants: &[Option<Attr>]) -> Fold {
    by_coefficient(cx, constants, ApInt::sub)
}

pub fn mul(cx: &mut FoldCx, constants: &[Option<Attr>]) -> Fold {
    product(cx, constants).map_or(Fold::No, Fold::attr)
}

fn by_coefficient(cx: &FoldCx, constants: &[Option<Attr>], combine: fn(&ApInt, &ApInt) -> ApInt) -> Fold {
    let combined = || {
        let [lhs, rhs] = [constants[0]?, constants[1]?];
        let ty = lhs.ty(cx).filter(|&ty| rhs.ty(cx) == Some(ty))?;
        let sums: Vec<ApInt> =
            coefficients(cx, lhs)?.iter().zip(coefficients(cx, rhs)?).map(|(a, b)| combine(a, &b)).collect();
        dense(cx, ty, &sums)
    };
    combined().map_or(Fold::No, Fold::attr)
}

/// The exponents of the product are modulo the degree bound.
fn product(cx: &FoldCx, constants: &[Option<Attr>]) -> Option<Attr> {
    let [lhs, rhs] = [coefficients(cx, constants[0]?)?, coefficients(cx, constants[1]?)?];
    let bound = PolynomialType::from_type(cx, cx.ty(MulOp::from_id(cx.op()).output(cx)))?.degree_bound(cx);
    let bound = usize::try_from(bound).ok().filter(|&bound| bound > 0)?;
    let width = lhs.first()?.width();
    let length = (lhs.len() + rhs.len() - 1).min(bound);
    let mut result = vec![ApInt::zero(width); length];
    for (i, a) in lhs.iter().enumerate() {
        for (j, b) in rhs.iter().enumerate().filter(|(_, b)| b.width() == width) {
            let place = &mut result[(i + j) % bound];
            *place = place.add(&a.mul(b));
        }
    }
    dense(cx, tensor_type(cx, &[length as i64], cx.int_type(width)), &result)
}

fn coefficients(cx: &Context, constant: Attr) -> Option<Vec<ApInt>> {
    constant.dense_elements(cx)?.iter().map(|element| Some(element.as_integer(cx)?.0.clone())).collect()
}

fn dense(cx: &Context, ty: Type, values: &[ApInt]) -> Option<Attr> {
    let element = ty.element(cx)?;
    let values: Vec<Attr> =
        values.iter().map(|value| cx.attr(AttrData::Integer { ty: element, value: value.clone() })).collect();
    from_elements(cx, ty, &values)
}
