//! Elementwise folding of constants: scalars, splats and dense elements.
//!
//! A function computes on scalars; [`unary`], [`binary`] and [`cast`] apply it to the elements of the
//! operands. A splat is computed once. If an operand is poison, the result is poison. The function returns
//! `None` where there is no result.

use rmlir::core::attrs::AttrData;
use rmlir::core::dense;
use rmlir::prelude::*;
use rmlir_ub::is_poison;

/// A scalar: an integer or a float.
pub trait Scalar: Sized {
    /// The value of a scalar attribute.
    fn of(cx: &Context, attr: Attr) -> Option<Self>;
    /// The value of type `element` that is stored as `bytes`, if `element` is a type of such scalars.
    fn read(cx: &Context, element: Type, bytes: &[u8]) -> Option<Self>;
    /// The scalar attribute of type `ty`.
    fn attr(self, cx: &Context, ty: Type) -> Attr;
}

impl Scalar for ApInt {
    fn of(cx: &Context, attr: Attr) -> Option<Self> {
        attr.as_integer(cx).map(|(value, _)| value.clone())
    }
    fn read(cx: &Context, element: Type, bytes: &[u8]) -> Option<Self> {
        element.int_or_index_width(cx).map(|width| ApInt::from_le_bytes(width, bytes))
    }
    fn attr(self, cx: &Context, ty: Type) -> Attr {
        cx.apint_attr(ty, self)
    }
}

impl Scalar for ApFloat {
    fn of(cx: &Context, attr: Attr) -> Option<Self> {
        attr.as_float(cx).map(|(value, _)| *value)
    }
    fn read(cx: &Context, element: Type, bytes: &[u8]) -> Option<Self> {
        let kind = element.float_kind(cx)?;
        let mut bits = [0; 16];
        bits[..bytes.len()].copy_from_slice(bytes);
        Some(ApFloat::from_bits(kind, u128::from_le_bytes(bits)))
    }
    fn attr(self, cx: &Context, ty: Type) -> Attr {
        cx.float_attr(ty, self)
    }
}

/// `f` applied to one constant; the result has its type.
pub fn unary<T: Scalar>(cx: &Context, operand: Option<Attr>, f: impl FnMut(&T) -> Option<T>) -> Option<Attr> {
    let operand = operand?;
    if is_poison(cx, operand) {
        return Some(operand);
    }
    map(cx, operand, operand.ty(cx)?, f)
}

/// `f` applied to two constants of one type; the result has their type.
pub fn binary<T: Scalar>(
    cx: &Context,
    lhs: Option<Attr>,
    rhs: Option<Attr>,
    f: impl FnMut(&T, &T) -> Option<T>,
) -> Option<Attr> {
    if let Some(poison) = [lhs, rhs].into_iter().flatten().find(|&attr| is_poison(cx, attr)) {
        return Some(poison);
    }
    let (lhs, rhs) = (lhs?, rhs?);
    zip(cx, lhs, rhs, lhs.ty(cx)?, f)
}

/// `f` applied to one constant; the result has type `ty`.
pub fn cast<T: Scalar, R: Scalar>(
    cx: &Context,
    operand: Option<Attr>,
    ty: Type,
    f: impl FnMut(&T) -> Option<R>,
) -> Option<Attr> {
    let operand = operand?;
    if is_poison(cx, operand) {
        return Some(operand);
    }
    if operand.splat_value(cx).is_some() && ty.static_shape(cx).is_none() {
        return None;
    }
    map(cx, operand, ty, f)
}

/// `f` applied to two constants of one type, none of which is poison; the
/// result has type `ty`.
pub fn zip<T: Scalar, R: Scalar>(
    cx: &Context,
    lhs: Attr,
    rhs: Attr,
    ty: Type,
    mut f: impl FnMut(&T, &T) -> Option<R>,
) -> Option<Attr> {
    if lhs.ty(cx)? != rhs.ty(cx)? {
        return None;
    }
    if let (Some(lhs), Some(rhs)) = (T::of(cx, lhs), T::of(cx, rhs)) {
        return Some(f(&lhs, &rhs)?.attr(cx, ty));
    }
    let (lhs, rhs) = (Elements::of(cx, lhs)?, Elements::of(cx, rhs)?);
    if lhs.splat && rhs.splat {
        return Some(splat(cx, ty, f(&lhs.read(0)?, &rhs.read(0)?)?));
    }
    let values = (0..lhs.n).map(|index| f(&lhs.read(index)?, &rhs.read(index)?));
    from_scalars(cx, ty, values)
}

fn map<T: Scalar, R: Scalar>(
    cx: &Context,
    operand: Attr,
    ty: Type,
    mut f: impl FnMut(&T) -> Option<R>,
) -> Option<Attr> {
    if let Some(value) = T::of(cx, operand) {
        return Some(f(&value)?.attr(cx, ty));
    }
    let operand = Elements::of(cx, operand)?;
    if operand.splat {
        return Some(splat(cx, ty, f(&operand.read(0)?)?));
    }
    from_scalars(cx, ty, (0..operand.n).map(|index| f(&operand.read(index)?)))
}

/// The elements attribute of shaped type `ty` whose elements are all `value`. As in upstream, the shape may be dynamic.
pub fn splat<R: Scalar>(cx: &Context, ty: Type, value: R) -> Attr {
    let scalar = value.attr(cx, ty.element_or_self(cx));
    splat_attr(cx, ty, scalar)
}

/// As [`splat`]; for a type that is not shaped the scalar itself.
pub fn splat_attr(cx: &Context, ty: Type, scalar: Attr) -> Attr {
    if !ty.is_shaped(cx) {
        return scalar;
    }
    let data = dense::scalar_bytes(cx, scalar).expect("a scalar is a number").into();
    cx.attr(AttrData::Dense { ty, splat: true, data })
}

fn from_scalars<R: Scalar>(cx: &Context, ty: Type, values: impl Iterator<Item = Option<R>>) -> Option<Attr> {
    let element = ty.element(cx)?;
    let mut data = Vec::new();
    for value in values {
        let scalar = value?.attr(cx, element);
        data.extend(dense::scalar_bytes(cx, scalar)?);
    }
    dense::from_bytes(cx, ty, data)
}

/// The stored elements of a dense attribute.
struct Elements<'a> {
    cx: &'a Context,
    element: Type,
    n_bytes: usize,
    n: usize,
    splat: bool,
    data: &'a [u8],
}

impl<'a> Elements<'a> {
    fn of(cx: &'a Context, attr: Attr) -> Option<Self> {
        let AttrData::Dense { ty, splat, data } = attr.data(cx) else { return None };
        let element = ty.element(cx)?;
        let n_bytes = dense::element_bytes(cx, element)?;
        let n = ty.n_elements(cx).and_then(|n| usize::try_from(n).ok());
        let n = if *splat { n.unwrap_or(1) } else { n? };
        Some(Self { cx, element, n_bytes, n, splat: *splat, data })
    }

    fn read<T: Scalar>(&self, index: usize) -> Option<T> {
        let start = if self.splat { 0 } else { index * self.n_bytes };
        T::read(self.cx, self.element, &self.data[start..start + self.n_bytes])
    }
}
