//! The memory layout of memrefs: maps, strides and offsets.
//!
//! The layout of a memref type is a map from indices to an address in elements. It is *strided* when that address is an
//! offset plus, for each dimension, the index times a stride. Offsets and strides that are known only at run time are
//! [`DYNAMIC`]. A type stores no layout when it is the identity: row-major and contiguous.

use rmlir_affine_maps::{AffineExpr, AffineKind, AffineMap, BinaryKind};

use crate::attrs::{Attr, AttrData};
use crate::context::Context;
use crate::types::{DYNAMIC, Type, TypeData};

/// The offset and strides of a strided layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strides {
    /// The offset of the first element, in elements.
    pub offset: i64,
    /// The distance in elements between neighbours, for each dimension.
    pub strides: Vec<i64>,
}

/// The product, [`DYNAMIC`] if a factor is or on overflow; 0 times any value is 0.
pub fn saturated_mul(lhs: i64, rhs: i64) -> i64 {
    if lhs == 0 || rhs == 0 {
        return 0;
    }
    if lhs == DYNAMIC || rhs == DYNAMIC { DYNAMIC } else { lhs.checked_mul(rhs).unwrap_or(DYNAMIC) }
}

/// The sum, [`DYNAMIC`] if a summand is or on overflow.
pub fn saturated_add(lhs: i64, rhs: i64) -> i64 {
    if lhs == DYNAMIC || rhs == DYNAMIC { DYNAMIC } else { lhs.checked_add(rhs).unwrap_or(DYNAMIC) }
}

/// The attribute `strided<[..], offset: ..>`.
pub fn strided_layout(cx: &Context, offset: i64, strides: &[i64]) -> Attr {
    cx.attr(AttrData::Strided { offset, strides: strides.into() })
}

/// The ranked memref type with these parts; an identity map as layout is omitted.
pub fn memref_type(cx: &Context, shape: &[i64], element: Type, layout: Option<Attr>, space: Option<Attr>) -> Type {
    let is_identity = |layout: &Attr| layout.as_affine_map(cx).is_some_and(AffineMap::is_identity);
    let layout = layout.filter(|layout| !is_identity(layout));
    cx.ty(TypeData::MemRef { shape: shape.into(), element, layout, space })
}

/// Shape, element type, layout and memory space of a ranked memref type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemRefParts<'c> {
    /// The sizes.
    pub shape: &'c [i64],
    /// The type of the elements.
    pub element: Type,
    /// The layout unless it is the identity.
    pub layout: Option<Attr>,
    /// The memory space unless it is the default one.
    pub space: Option<Attr>,
}

impl<'c> MemRefParts<'c> {
    /// The parts of `ty`, if it is a ranked memref.
    pub fn of(cx: &'c Context, ty: Type) -> Option<Self> {
        match ty.data(cx) {
            TypeData::MemRef { shape, element, layout, space } => {
                Some(Self { shape, element: *element, layout: *layout, space: *space })
            }
            _ => None,
        }
    }

    /// The type with another shape and layout.
    pub fn with(&self, cx: &Context, shape: &[i64], layout: Option<Attr>) -> Type {
        memref_type(cx, shape, self.element, layout, self.space)
    }
}

/// The memory space of a memref type, ranked or not.
pub fn memory_space(cx: &Context, ty: Type) -> Option<Attr> {
    match ty.data(cx) {
        TypeData::MemRef { space, .. } | TypeData::UnrankedMemRef { space, .. } => *space,
        _ => None,
    }
}

/// The memref type with another memory space.
pub fn with_memory_space(cx: &Context, ty: Type, space: Option<Attr>) -> Type {
    let mut data = ty.data(cx).clone();
    if let TypeData::MemRef { space: old, .. } | TypeData::UnrankedMemRef { space: old, .. } = &mut data {
        *old = space;
    }
    cx.ty(data)
}

/// The layout of a ranked memref type as a map; dynamic offsets and strides become symbols.
pub fn layout_map(cx: &Context, ty: Type) -> Option<AffineMap> {
    let MemRefParts { shape, layout, .. } = MemRefParts::of(cx, ty)?;
    let Some(layout) = layout else { return Some(AffineMap::identity(shape.len() as u32)) };
    match layout.data(cx) {
        AttrData::AffineMap(map) => Some(map.clone()),
        AttrData::Strided { offset, strides } => Some(linear_map(*offset, strides)),
        _ => None,
    }
}

/// The map from indices to `offset + index * stride + ..`.
///
/// ```
/// use rmlir_core::memref_layout::linear_map;
/// assert_eq!(linear_map(5, &[8, 1]).eval(&[2, 3], &[]), Ok(vec![24]));
/// ```
pub fn linear_map(offset: i64, strides: &[i64]) -> AffineMap {
    let mut n_symbols = 0;
    let mut number = |value: i64| {
        if value != DYNAMIC {
            return AffineExpr::constant(value);
        }
        n_symbols += 1;
        AffineExpr::symbol(n_symbols - 1)
    };
    let mut sum = number(offset);
    for (dim, &stride) in strides.iter().enumerate() {
        sum = &sum + &(&AffineExpr::dim(dim as u32) * &number(stride));
    }
    AffineMap::new(strides.len() as u32, n_symbols, vec![sum])
}

/// Returns whether `ty` is a ranked memref with identity layout.
pub fn has_identity_layout(cx: &Context, ty: Type) -> bool {
    layout_map(cx, ty).is_some_and(|map| map.is_identity())
}

/// Returns whether `ty` is a ranked memref with a strided layout.
pub fn is_strided(cx: &Context, ty: Type) -> bool {
    strides_and_offset(cx, ty).is_some()
}

/// Offset and strides of a ranked memref type, if its layout is strided.
///
/// ```
/// use rmlir_core::memref_layout::{memref_type, strided_layout, strides_and_offset};
/// use rmlir_core::{Context, DialectRegistry, Type};
/// let cx = Context::new(DialectRegistry::default());
/// let layout = strided_layout(&cx, 3, &[8, 1]);
/// let ty = memref_type(&cx, &[2, 4], Type::F32, Some(layout), None);
/// let found = strides_and_offset(&cx, ty).unwrap();
/// assert_eq!((found.strides, found.offset), (vec![8, 1], 3));
/// ```
pub fn strides_and_offset(cx: &Context, ty: Type) -> Option<Strides> {
    let MemRefParts { shape, layout, .. } = MemRefParts::of(cx, ty)?;
    match layout.map(|layout| layout.data(cx)) {
        None => Some(Strides { offset: 0, strides: contiguous_strides(shape) }),
        Some(AttrData::Strided { offset, strides }) => Some(Strides { offset: *offset, strides: strides.to_vec() }),
        Some(AttrData::AffineMap(map)) if map.is_identity() => {
            Some(Strides { offset: 0, strides: contiguous_strides(shape) })
        }
        Some(AttrData::AffineMap(map)) => strides_of_map(map),
        _ => None,
    }
}

/// The strides of elements that follow each other, the last dimension fastest.
/// Beyond a dimension of unknown size, or of none, strides are unknown.
///
/// ```
/// use rmlir_core::memref_layout::contiguous_strides;
/// assert_eq!(contiguous_strides(&[2, 3, 4]), [12, 4, 1]);
/// ```
pub fn contiguous_strides(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![0; shape.len()];
    let mut stride = 1;
    for (place, &size) in strides.iter_mut().zip(shape).rev() {
        *place = stride;
        stride = if size > 0 { saturated_mul(stride, size) } else { DYNAMIC };
    }
    strides
}

/// The strides of the map's only result, unless dimensions are divided.
fn strides_of_map(map: &AffineMap) -> Option<Strides> {
    let [result] = map.results() else { return None };
    let (n_dims, n_symbols) = (map.n_dims(), map.n_symbols());
    let mut offset = AffineExpr::constant(0);
    let mut strides = vec![AffineExpr::constant(0); n_dims as usize];
    let mut terms = vec![(result.simplify(n_dims, n_symbols), AffineExpr::constant(1))];
    while let Some((term, factor)) = terms.pop() {
        match term.kind() {
            AffineKind::Dim(dim) => strides[dim as usize] = &strides[dim as usize] + &factor,
            AffineKind::Symbol(_) | AffineKind::Constant(_) => offset = &offset + &(&term * &factor),
            AffineKind::Binary(BinaryKind::Add, lhs, rhs) => {
                terms.extend([(rhs.clone(), factor.clone()), (lhs.clone(), factor)]);
            }
            AffineKind::Binary(BinaryKind::Mul, lhs, rhs) => {
                let (of, by) =
                    if lhs.as_dim().is_none() && lhs.is_symbolic_or_constant() { (rhs, lhs) } else { (lhs, rhs) };
                terms.push((of.clone(), &factor * by));
            }
            AffineKind::Binary(..) => return None,
        }
    }
    let number = |expr: &AffineExpr| expr.simplify(n_dims, n_symbols).as_constant().unwrap_or(DYNAMIC);
    Some(Strides { offset: number(&offset), strides: strides.iter().map(number).collect() })
}

/// The type with a layout that maps to one linear index in simplest form, omitted if elements are contiguous (upstream:
/// `canonicalizeStridedLayout`).
pub fn canonical_strided_layout(cx: &Context, ty: Type) -> Option<Type> {
    let parts = MemRefParts::of(cx, ty)?;
    let map = layout_map(cx, ty)?;
    if map.is_identity() || map.n_results() != 1 {
        return Some(ty);
    }
    if map.n_inputs() == 0 {
        let is_zero = map.result(0).as_constant() == Some(0);
        return Some(if is_zero { parts.with(cx, parts.shape, None) } else { ty });
    }
    if parts.shape.is_empty() {
        return Some(ty);
    }
    let result = map.result(0).simplify(map.n_dims(), map.n_symbols());
    let contiguous = linear_map(0, &contiguous_strides(parts.shape));
    if *contiguous.result(0) == result {
        return Some(parts.with(cx, parts.shape, None));
    }
    let simple = cx.attr(AttrData::AffineMap(map.with_results(vec![result])));
    Some(parts.with(cx, parts.shape, Some(simple)))
}

/// The number of trailing dimensions that are contiguous in memory; those of size 1 are ignored.
pub fn n_contiguous_trailing_dims(cx: &Context, ty: Type) -> usize {
    let Some(MemRefParts { shape, .. }) = MemRefParts::of(cx, ty) else { return 0 };
    let Some(Strides { strides, .. }) = strides_and_offset(cx, ty) else { return 0 };
    let mut product = 1;
    for dim in (0..shape.len()).rev() {
        if shape[dim] == 1 {
            continue;
        }
        if strides[dim] != product {
            return shape.len() - dim - 1;
        }
        if shape[dim] == DYNAMIC {
            return shape.len() - dim;
        }
        product = saturated_mul(product, shape[dim]);
    }
    shape.len()
}
