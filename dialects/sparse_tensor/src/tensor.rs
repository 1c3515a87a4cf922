//! Tensors that may be sparse: their levels, and the buffers that store them.

use rmlir::affine_maps::{AffineExpr, BinaryKind};
use rmlir::core::types::{DYNAMIC, TypeData};
use rmlir::prelude::*;

use crate::encoding::{EncodingAttr, coo_segments};
use crate::level::{LevelFormat, LevelType};

/// A ranked tensor, sparse if it has an encoding.
#[derive(Clone, Copy)]
pub struct SparseTensor<'c> {
    cx: &'c Context,
    /// The sizes of the dimensions.
    pub shape: &'c [i64],
    /// The type of the elements.
    pub element: Type,
    /// The encoding.
    pub encoding: Option<EncodingAttr>,
}

/// The contents of a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The positions of a level.
    Positions,
    /// The coordinates of a level, or of all levels of a list of elements.
    Coordinates,
}

/// Whether `ty` is a sparse tensor.
pub(crate) fn is_sparse(cx: &Context, ty: Type) -> bool {
    EncodingAttr::of(cx, ty).is_some()
}

/// Whether `ty` is a slice of a sparse tensor.
pub(crate) fn is_slice(cx: &Context, ty: Type) -> bool {
    EncodingAttr::of(cx, ty).is_some_and(|encoding| encoding.is_slice(cx))
}

impl<'c> SparseTensor<'c> {
    /// The tensor type `ty`; without dimensions if it is not ranked.
    pub fn of(cx: &'c Context, ty: Type) -> Self {
        let (shape, element) = match ty.data(cx) {
            TypeData::RankedTensor { shape, element, .. } => (&shape[..], *element),
            _ => (&[][..], ty.element_or_self(cx)),
        };
        Self { cx, shape, element, encoding: EncodingAttr::of(cx, ty) }
    }

    /// The type of `value`.
    pub fn of_value(value: ValueRef<'c>) -> Self {
        Self::of(value.cx(), value.ty())
    }

    /// The number of levels.
    pub fn level_rank(self) -> usize {
        self.encoding.map_or(self.shape.len(), |encoding| encoding.level_rank(self.cx))
    }

    /// The types of the levels; none if the tensor is not sparse.
    pub fn levels(self) -> Vec<LevelType> {
        self.encoding.map_or_else(Vec::new, |encoding| encoding.level_types(self.cx))
    }

    /// The type of positions.
    pub fn pos_type(self) -> Type {
        self.encoding.map_or(Type::INDEX, |encoding| encoding.pos_type(self.cx))
    }

    /// The type of coordinates.
    pub fn crd_type(self) -> Type {
        self.encoding.map_or(Type::INDEX, |encoding| encoding.crd_type(self.cx))
    }

    /// See [`EncodingAttr::aos_coo_start`].
    pub fn aos_coo_start(self) -> usize {
        self.encoding.map_or(self.level_rank(), |encoding| encoding.aos_coo_start(self.cx))
    }

    /// Whether all dimensions have known sizes.
    pub fn is_static(self) -> bool {
        !self.shape.contains(&DYNAMIC)
    }

    /// Whether the tensor is stored as one list of elements with distinct coordinates.
    pub fn is_unique_coo(self) -> bool {
        let levels = self.levels();
        let [first, rest @ ..] = &levels[..] else { return false };
        let is_list = first.has_positions() && rest.iter().all(|level| level.is(LevelFormat::Singleton));
        is_list && levels.last().is_some_and(|last| last.is_unique())
    }

    /// Whether the levels of `other` depend on its dimensions in the same way.
    pub fn has_same_map(self, other: SparseTensor) -> bool {
        let map = |tensor: SparseTensor<'_>| {
            let map = tensor.encoding.and_then(|encoding| encoding.dim_to_lvl(self.cx));
            map.filter(|map| map.as_affine_map(self.cx).is_some_and(|map| !map.is_identity()))
        };
        match (map(self), map(other)) {
            (None, None) => self.level_rank() == other.level_rank(),
            (own, others) => own == others,
        }
    }

    /// The sizes of the levels.
    pub fn level_shape(self) -> Vec<i64> {
        match self.encoding {
            Some(encoding) => level_shape(self.cx, encoding, self.shape),
            None => self.shape.to_vec(),
        }
    }

    /// The sizes of the leading batch levels.
    pub fn batch_shape(self) -> Vec<i64> {
        let rank = self.encoding.map_or(0, |encoding| encoding.batch_rank(self.cx));
        let mut shape = self.level_shape();
        shape.truncate(rank);
        shape
    }

    /// The buffers in the order of storage, before the values.
    pub fn fields(self) -> Vec<Field> {
        let levels = self.levels();
        let segments = coo_segments(&levels);
        let mut fields = Vec::new();
        for (index, level) in levels.iter().enumerate() {
            // The singleton levels of a list in one buffer have no others.
            let is_in_list = |start, end| (start..end).contains(&index);
            if segments.iter().any(|segment| !segment.is_soa && is_in_list(segment.start + 1, segment.end)) {
                continue;
            }
            fields.extend(level.has_positions().then_some(Field::Positions));
            fields.extend(level.has_coordinates().then_some(Field::Coordinates));
        }
        fields
    }

    /// The type of the elements of a buffer.
    pub fn field_type(self, field: Field) -> Type {
        match field {
            Field::Positions => self.pos_type(),
            Field::Coordinates => self.crd_type(),
        }
    }
}

/// The sizes of the levels for dimensions of sizes `shape`.
///
/// An expression of the greatest coordinates is the greatest coordinate of a level, if it is constant; a remainder is
/// less than its divisor; other sizes are dynamic.
fn level_shape(cx: &Context, encoding: EncodingAttr, shape: &[i64]) -> Vec<i64> {
    let Some(map) = encoding.dim_map(cx).filter(|map| !map.is_identity()) else { return shape.to_vec() };
    let size = |dim: u32| shape.get(dim as usize).copied().unwrap_or(DYNAMIC);
    if map.is_permutation() {
        return map.results().iter().map(|expr| expr.as_dim().map_or(DYNAMIC, size)).collect();
    }
    let greatest = |dim| match size(dim) {
        DYNAMIC => AffineExpr::dim(dim),
        size => AffineExpr::constant(size.wrapping_sub(1)),
    };
    let greatest: Vec<AffineExpr> = (0..map.n_dims()).map(greatest).collect();
    let level_size = |expr: &AffineExpr| {
        let last = expr.replace_dims(&greatest).simplify(map.n_dims(), map.n_symbols());
        let divisor = last.as_binary(BinaryKind::Mod).and_then(|(_, divisor)| divisor.as_constant());
        last.as_constant().map(|last| last.wrapping_add(1)).or(divisor).unwrap_or(DYNAMIC)
    };
    map.results().iter().map(level_size).collect()
}
