//! The encoding of sparse tensors: how they are stored.
//!
//! Notation: a tensor has *dimensions*, its storage has *levels*. A coordinate of a level is an affine expression of the
//! coordinates of dimensions.

use rmlir::affine_maps::AffineMap;
use rmlir::core::types::TypeData;
use rmlir::prelude::*;

use crate::level::{LevelFormat, LevelType};
use crate::{syntax, verify_encoding};

/// The storage of a sparse tensor: its levels, their types, and the widths of positions and coordinates.
///
/// ```mlir
/// #csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
/// ```
#[attr(
    name = "sparse_tensor.encoding",
    interfaces(TensorEncoding),
    parse = syntax::parse_encoding,
    print = syntax::print_encoding,
    verify = verify_encoding::verify
)]
pub struct EncodingAttr {
    /// The type of each level, as bits.
    pub levels: Vec<i64>,
    /// The map of dimension coordinates to level coordinates; the identity if absent.
    pub dim_to_lvl: Option<Attr>,
    /// The inverse of the map, if it has one.
    pub lvl_to_dim: Option<Attr>,
    /// The width of positions; 0 for `index`.
    pub pos_width: i64,
    /// The width of coordinates; 0 for `index`.
    pub crd_width: i64,
    /// The value of all elements that are stored, if it is known.
    pub explicit_val: Option<Attr>,
    /// The value of the other elements.
    pub implicit_val: Option<Attr>,
    /// The slice of each dimension; empty if the tensor is not a slice.
    pub dim_slices: Vec<Attr>,
}

/// Consecutive levels whose coordinates are those of a list of elements: a compressed level and its singleton levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CooSegment {
    /// The first level.
    pub start: usize,
    /// The level after the last one.
    pub end: usize,
    /// Whether each level has a buffer of its own.
    pub is_soa: bool,
}

/// The levels that are stored as lists of elements.
pub(crate) fn coo_segments(levels: &[LevelType]) -> Vec<CooSegment> {
    let mut segments = Vec::new();
    let mut start = 0;
    while start < levels.len() {
        let mut end = start + 1;
        if levels[start].has_positions() {
            end += levels[end..].iter().take_while(|level| level.is(LevelFormat::Singleton)).count();
        }
        if end > start + 1 {
            segments.push(CooSegment { start, end, is_soa: levels[start + 1].is_soa() });
        }
        start = end;
    }
    segments
}

impl EncodingAttr {
    /// The encoding of `ty`, a tensor, if it has one of this dialect.
    pub fn of(cx: &Context, ty: Type) -> Option<Self> {
        let TypeData::RankedTensor { encoding, .. } = ty.data(cx) else { return None };
        Self::from_attr(cx, (*encoding)?)
    }

    /// The types of the levels.
    pub fn level_types(self, cx: &Context) -> Vec<LevelType> {
        self.levels(cx).into_iter().map(LevelType::of_bits).collect()
    }

    /// The number of levels.
    pub fn level_rank(self, cx: &Context) -> usize {
        self.levels(cx).len()
    }

    /// The number of dimensions.
    pub fn dim_rank(self, cx: &Context) -> usize {
        self.dim_map(cx).map_or_else(|| self.level_rank(cx), |map| map.n_dims() as usize)
    }

    /// The map of dimension coordinates to level coordinates, if it is given.
    pub(crate) fn dim_map(self, cx: &Context) -> Option<&AffineMap> {
        self.dim_to_lvl(cx)?.as_affine_map(cx)
    }

    /// The map of level coordinates to dimension coordinates, if there is one.
    pub(crate) fn level_map(self, cx: &Context) -> Option<&AffineMap> {
        self.lvl_to_dim(cx)?.as_affine_map(cx)
    }

    /// Whether levels are the dimensions.
    pub fn is_identity(self, cx: &Context) -> bool {
        self.dim_map(cx).is_none_or(AffineMap::is_identity)
    }

    /// Whether levels are the dimensions in some order.
    pub fn is_permutation(self, cx: &Context) -> bool {
        self.dim_map(cx).is_none_or(AffineMap::is_permutation)
    }

    /// Whether a tensor represents slices of its dimensions.
    pub fn is_slice(self, cx: &Context) -> bool {
        !self.dim_slices(cx).is_empty()
    }

    /// The first level of the list of elements in one buffer, at the end of the levels; their number if there is none.
    pub fn aos_coo_start(self, cx: &Context) -> usize {
        let segments = coo_segments(&self.level_types(cx));
        let first = segments.first().filter(|first| !first.is_soa);
        first.map_or_else(|| self.level_rank(cx), |first| first.start)
    }

    /// The number of leading batch levels.
    pub(crate) fn batch_rank(self, cx: &Context) -> usize {
        let levels = self.level_types(cx);
        levels.iter().rposition(|level| level.is(LevelFormat::Batch)).map_or(0, |last| last + 1)
    }

    /// The type of positions.
    pub fn pos_type(self, cx: &Context) -> Type {
        width_type(cx, self.pos_width(cx))
    }

    /// The type of coordinates.
    pub fn crd_type(self, cx: &Context) -> Type {
        width_type(cx, self.crd_width(cx))
    }

    /// The encoding reduced to what determines the buffers of a tensor.
    pub(crate) fn storage(self, cx: &Context) -> Self {
        let levels = self.level_types(cx).into_iter().map(|level| level.storage().bits()).collect();
        Self::get(cx, levels, None, None, 0, 0, None, None, self.dim_slices(cx))
    }
}

/// The integer type of `width` bits; `index` for 0.
fn width_type(cx: &Context, width: i64) -> Type {
    if width == 0 { Type::INDEX } else { cx.int_type(width as u32) }
}
