//! Checks of the invariants of types and attributes that the text parser ensures.

use rmlir_core::bytecode::{EntryReader, ReadError};
use rmlir_core::{Attr, AttrData, Context, DYNAMIC, Type, TypeData};
use rmlir_text::print::print_attr;

/// The greatest width of integers.
pub(super) const MAX_INT_WIDTH: u32 = (1 << 24) - 1;

/// `width` if it is a valid integer width.
pub(super) fn int_width(width: u64) -> Option<u32> {
    u32::try_from(width).ok().filter(|&width| width <= MAX_INT_WIDTH)
}

/// Checks the structure of a type.
pub(super) fn type_data(reader: &dyn EntryReader, data: &TypeData) -> Result<(), ReadError> {
    let cx = reader.cx();
    let problem = match data {
        TypeData::Vector { shape, scalable, element } => match () {
            () if !is_vector_element(cx, *element) => {
                "failed to verify 'elementType': VectorElementTypeInterface instance"
            }
            () if shape.iter().any(|&size| size <= 0) => "vector types must have positive constant sizes",
            () if scalable.len() != shape.len() => "number of dims must match",
            () => return Ok(()),
        },
        TypeData::RankedTensor { shape, element, .. } => match () {
            () if !is_tensor_element(cx, *element) => "invalid tensor element type",
            () if !shape.iter().all(is_size) => "invalid tensor dimension size",
            () => return Ok(()),
        },
        TypeData::UnrankedTensor { element } if !is_tensor_element(cx, *element) => "invalid tensor element type",
        TypeData::MemRef { shape, element, space, .. } => match () {
            () if !is_memref_element(cx, *element) => "invalid memref element type",
            () if !shape.iter().all(is_size) => "invalid memref size",
            () if !space.is_none_or(|space| is_memory_space(cx, space)) => "unsupported memory space Attribute",
            () => return Ok(()),
        },
        TypeData::UnrankedMemRef { element, space } => match () {
            () if !is_memref_element(cx, *element) => "invalid memref element type",
            () if !space.is_none_or(|space| is_memory_space(cx, space)) => "unsupported memory space Attribute",
            () => return Ok(()),
        },
        TypeData::Complex(part) if !part.is_integer(cx) && part.float_kind(cx).is_none() => {
            "invalid element type for complex"
        }
        _ => return Ok(()),
    };
    Err(reader.malformed(problem.to_owned()))
}

/// Normalizes the memory space 0 to the absent one.
pub(super) fn without_default_space(cx: &Context, mut data: TypeData) -> TypeData {
    if let TypeData::MemRef { space, .. } | TypeData::UnrankedMemRef { space, .. } = &mut data {
        *space = space.filter(|space| space.as_integer(cx).is_none_or(|(value, _)| !value.is_zero()));
    }
    data
}

/// Checks the layout of a memref with this rank.
pub(super) fn layout(reader: &dyn EntryReader, layout: Attr, rank: usize) -> Result<(), ReadError> {
    let cx = reader.cx();
    let fits = match layout.data(cx) {
        AttrData::AffineMap(map) => map.n_dims() as usize == rank,
        AttrData::Strided { strides, .. } => strides.len() == rank,
        _ => false,
    };
    let shown = || print_attr(cx, layout);
    if fits { Ok(()) } else { Err(reader.malformed(format!("{} is no layout of a memref of rank {rank}", shown()))) }
}

/// Checks the components of a sparse elements attribute.
pub(super) fn sparse(reader: &dyn EntryReader, ty: Type, indices: Attr, values: Attr) -> Result<(), ReadError> {
    let cx = reader.cx();
    let n_of = |attr: Attr| attr.ty(cx).and_then(|ty| ty.static_shape(cx)).map(<[i64]>::to_vec);
    let (index_shape, value_shape) = (n_of(indices), n_of(values));
    let has_indices = is_dense(cx, indices) && indices.ty(cx).and_then(|ty| ty.element(cx)) == Some(Type::I64);
    let has_values = is_dense(cx, values) || matches!(values.data(cx), AttrData::DenseStrings { .. });
    let rank = ty.shape(cx).map(<[i64]>::len);
    let fit = match (index_shape.as_deref(), value_shape.as_deref(), rank) {
        (Some([n]), Some([n_values]), Some(1)) => n == n_values,
        (Some([n, width]), Some([n_values]), Some(rank)) => n == n_values && *width == rank as i64,
        _ => false,
    };
    let has_elements = values.ty(cx).and_then(|ty| ty.element(cx)) == ty.element(cx);
    match has_indices && has_values && fit && has_elements && is_inside(cx, ty, indices) {
        true => Ok(()),
        false => {
            Err(reader.malformed("indices and values do not fit a sparse elements attribute of its type".to_owned()))
        }
    }
}

/// Returns whether all indices are in bounds.
fn is_inside(cx: &Context, ty: Type, indices: Attr) -> bool {
    let (Some(shape), AttrData::Dense { data, .. }) = (ty.static_shape(cx), indices.data(cx)) else { return false };
    if shape.is_empty() {
        return false;
    }
    let indices = data.chunks_exact(8).map(|bytes| i64::from_le_bytes(bytes.try_into().expect("chunks of 8 bytes")));
    indices.enumerate().all(|(at, index)| (0..shape[at % shape.len()]).contains(&index))
}

fn is_size(size: &i64) -> bool {
    *size >= 0 || *size == DYNAMIC
}

fn is_vector_element(cx: &Context, ty: Type) -> bool {
    let is_number = ty.is_index() || ty.is_integer(cx) || ty.float_kind(cx).is_some();
    is_number || matches!(ty.data(cx), TypeData::Dialect { .. })
}

fn is_tensor_element(cx: &Context, ty: Type) -> bool {
    use TypeData::{Complex, Opaque, Vector};
    is_vector_element(cx, ty) || matches!(ty.data(cx), Complex(_) | Vector { .. } | Opaque { .. })
}

fn is_memref_element(cx: &Context, ty: Type) -> bool {
    match ty.data(cx) {
        TypeData::Opaque { .. } => false,
        TypeData::MemRef { .. } | TypeData::UnrankedMemRef { .. } => true,
        _ => is_tensor_element(cx, ty),
    }
}

fn is_memory_space(cx: &Context, attr: Attr) -> bool {
    use AttrData::{Dialect, Dictionary, Integer, String};
    matches!(attr.data(cx), Integer { .. } | String { .. } | Dictionary(_) | Dialect { .. })
}

/// Returns whether `attr` is a numeric elements attribute.
fn is_dense(cx: &Context, attr: Attr) -> bool {
    matches!(attr.data(cx), AttrData::Dense { .. })
}
