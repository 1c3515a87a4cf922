//! Dense elements attributes: construction, and access to their elements.
//!
//! The stored form is little-endian, each element rounded up to bytes, one
//! element only for a splat; see [`AttrData::Dense`].

use rmlir_num::{ApFloat, ApInt};

use crate::attrs::{Attr, AttrData};
use crate::context::Context;
use crate::types::{Type, TypeData};

/// The number of bytes per element of type `element`; `None` if elements of this type are not numeric.
pub fn element_bytes(cx: &Context, element: Type) -> Option<usize> {
    match element.data(cx) {
        TypeData::Complex(part) => Some(2 * element_bytes(cx, *part)?),
        _ => {
            let width = element.int_or_index_width(cx).or_else(|| element.int_or_float_width(cx))?;
            Some(width.div_ceil(8).max(1) as usize)
        }
    }
}

/// The bytes of a scalar attribute (integer, float, or an array of the two components of a complex number).
pub fn scalar_bytes(cx: &Context, value: Attr) -> Option<Vec<u8>> {
    match value.data(cx) {
        AttrData::Integer { value, .. } => Some(int_bytes(value)),
        AttrData::Float { value, .. } => {
            let n = value.kind().width().div_ceil(8) as usize;
            Some(value.bits().to_le_bytes()[..n].to_vec())
        }
        AttrData::Array(parts) => {
            let parts: Option<Vec<Vec<u8>>> = parts.iter().map(|&part| scalar_bytes(cx, part)).collect();
            parts.map(|parts| parts.concat())
        }
        _ => None,
    }
}

fn int_bytes(value: &ApInt) -> Vec<u8> {
    let mut bytes = value.to_le_bytes();
    bytes.resize(value.width().div_ceil(8).max(1) as usize, 0);
    bytes
}

/// The elements attribute of shaped type `ty` whose every element is `value`.
///
/// ```
/// use rmlir_core::{Context, DialectRegistry, Type, dense};
/// let cx = Context::new(DialectRegistry::default());
/// let vector = cx.vector_type(&[1 << 40], Type::I32);
/// let sevens = dense::splat(&cx, vector, cx.i32_attr(7)).unwrap();
/// assert_eq!(sevens.splat_value(&cx), Some(cx.i32_attr(7)));
/// ```
pub fn splat(cx: &Context, ty: Type, value: Attr) -> Option<Attr> {
    if let AttrData::String { value: text, .. } = value.data(cx) {
        let text = std::str::from_utf8(text).ok()?;
        return Some(cx.attr(AttrData::DenseStrings { ty, values: Box::from([cx.ident(text)]) }));
    }
    ty.static_shape(cx)?;
    let data = scalar_bytes(cx, value)?.into();
    Some(cx.attr(AttrData::Dense { ty, splat: true, data }))
}

/// The elements attribute of shaped type `ty` with these elements, a splat if
/// they are all equal.
///
/// ```
/// use rmlir_core::{Context, DialectRegistry, Type, dense};
/// let cx = Context::new(DialectRegistry::default());
/// let vector = cx.vector_type(&[2], Type::I32);
/// let elements = [cx.i32_attr(1), cx.i32_attr(2)];
/// let dense = dense::from_elements(&cx, vector, &elements).unwrap();
/// assert_eq!(dense.dense_elements(&cx), Some(elements.to_vec()));
/// ```
pub fn from_elements(cx: &Context, ty: Type, elements: &[Attr]) -> Option<Attr> {
    let n = ty.n_elements(cx)?;
    if n as usize != elements.len() {
        return None;
    }
    if let [first, rest @ ..] = elements
        && rest.iter().all(|other| other == first)
    {
        return splat(cx, ty, *first);
    }
    let mut data = Vec::new();
    for &element in elements {
        data.extend(scalar_bytes(cx, element)?);
    }
    Some(cx.attr(AttrData::Dense { ty, splat: false, data: data.into() }))
}

/// The elements attribute of raw element bytes, a splat if they are all equal.
pub fn from_bytes(cx: &Context, ty: Type, data: Vec<u8>) -> Option<Attr> {
    let n_bytes = element_bytes(cx, ty.element(cx)?)?;
    let n = usize::try_from(ty.n_elements(cx)?).ok()?;
    if Some(data.len()) != n.checked_mul(n_bytes) {
        return None;
    }
    let splat = n > 0 && data.chunks_exact(n_bytes).all(|chunk| chunk == &data[..n_bytes]);
    let data = if splat { data[..n_bytes].into() } else { data.into() };
    Some(cx.attr(AttrData::Dense { ty, splat, data }))
}

/// The elements of the dense attribute `value` with the shaped type `ty`; `None` if the element types or the element
/// counts differ. A splat has any element count.
pub fn reshaped(cx: &Context, value: Attr, ty: Type) -> Option<Attr> {
    let from = value.ty(cx)?;
    let n_elements = |ty: Type| ty.static_shape(cx).and_then(|_| ty.n_elements(cx));
    let fits = |is_splat: bool| from.element(cx) == ty.element(cx) && (is_splat || n_elements(from) == n_elements(ty));
    n_elements(ty)?;
    match value.data(cx) {
        AttrData::Dense { splat, data, .. } if fits(*splat) => {
            Some(cx.attr(AttrData::Dense { ty, splat: *splat, data: data.clone() }))
        }
        AttrData::DenseStrings { values, .. } if fits(values.len() == 1) => {
            Some(cx.attr(AttrData::DenseStrings { ty, values: values.clone() }))
        }
        _ => None,
    }
}

/// The scalar attribute of type `element` with these bytes.
pub fn scalar_attr(cx: &Context, element: Type, bytes: &[u8]) -> Attr {
    if let TypeData::Complex(part) = element.data(cx) {
        let (re, im) = bytes.split_at(bytes.len() / 2);
        return cx.array_attr(&[scalar_attr(cx, *part, re), scalar_attr(cx, *part, im)]);
    }
    match element.float_kind(cx) {
        Some(kind) => {
            let mut bits = [0; 16];
            bits[..bytes.len()].copy_from_slice(bytes);
            cx.float_attr(element, ApFloat::from_bits(kind, u128::from_le_bytes(bits)))
        }
        None => {
            let width = element.int_or_index_width(cx).expect("elements are numbers");
            cx.apint_attr(element, ApInt::from_le_bytes(width, bytes))
        }
    }
}

/// The largest number of elements of a splat that is expanded (64 MB of ids): a short text can denote any element
/// count.
const MAX_LISTED: usize = 1 << 24;

/// Reading elements.
impl Attr {
    /// The one element value of a splat.
    pub fn splat_value(self, cx: &Context) -> Option<Attr> {
        match self.data(cx) {
            AttrData::Dense { ty, splat: true, data } => Some(scalar_attr(cx, ty.element(cx)?, data)),
            _ => None,
        }
    }

    /// The elements of a dense numeric attribute, with splats expanded; `None` above `MAX_LISTED` elements.
    pub fn dense_elements(self, cx: &Context) -> Option<Vec<Attr>> {
        let AttrData::Dense { ty, splat, data } = self.data(cx) else { return None };
        let element = ty.element(cx)?;
        let n = usize::try_from(ty.n_elements(cx)?).ok()?;
        if *splat {
            return (n <= MAX_LISTED).then(|| vec![scalar_attr(cx, element, data); n]);
        }
        let n_bytes = element_bytes(cx, element)?;
        Some(data.chunks_exact(n_bytes).map(|bytes| scalar_attr(cx, element, bytes)).collect())
    }

    /// The element at index `place` of a dense numeric attribute.
    pub fn dense_element(self, cx: &Context, place: &[i64]) -> Option<Attr> {
        let AttrData::Dense { ty, splat, data } = self.data(cx) else { return None };
        let (element, shape) = (ty.element(cx)?, ty.static_shape(cx)?);
        let is_inside =
            place.len() == shape.len() && place.iter().zip(shape).all(|(index, size)| (0..*size).contains(index));
        if !is_inside {
            return None;
        }
        let number = place.iter().zip(shape).fold(0, |number, (index, size)| number * size + index);
        let n_bytes = element_bytes(cx, element)?;
        let start = if *splat { 0 } else { number as usize * n_bytes };
        Some(scalar_attr(cx, element, data.get(start..start + n_bytes)?))
    }

    /// The element at index `place` of a sparse numeric attribute: the first value stored there, else zero.
    pub fn sparse_element(self, cx: &Context, place: &[i64]) -> Option<Attr> {
        let AttrData::Sparse { ty, indices, values } = self.data(cx) else { return None };
        if place.is_empty() {
            return None;
        }
        let indices: Option<Vec<i64>> = indices.dense_elements(cx)?.iter().map(|index| index.as_i64(cx)).collect();
        match indices?.chunks_exact(place.len()).position(|listed| listed == place) {
            Some(index) => values.dense_elements(cx)?.get(index).copied(),
            None => cx.zero_attr(ty.element(cx)?),
        }
    }

    /// The integer of an integer attribute or of an integer splat.
    pub fn int_or_splat(self, cx: &Context) -> Option<ApInt> {
        let scalar = self.splat_value(cx).unwrap_or(self);
        scalar.as_integer(cx).map(|(value, _)| value.clone())
    }

    /// The float of a float attribute or of a float splat.
    pub fn float_or_splat(self, cx: &Context) -> Option<ApFloat> {
        let scalar = self.splat_value(cx).unwrap_or(self);
        scalar.as_float(cx).map(|(value, _)| *value)
    }
}
