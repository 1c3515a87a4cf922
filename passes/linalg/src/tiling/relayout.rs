//! Tiling of `linalg.pack` and `linalg.unpack`.
//!
//! The domain of both has a loop for each outer dimension of the result: whole inner tiles are packed, and single
//! elements are unpacked. Where an unpacked part is not aligned to inner tiles, all of the tiles that overlap it are
//! unpacked, and the part is extracted from the result.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::clone::CloneMap;
use rmlir::core::mixed_index::{MixedIndex, statics};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir::rewrite::create_or_fold;
use rmlir_affine::compose::make_composed_apply;
use rmlir_arith::{MulIOp, materialize_index};
use rmlir_linalg::relayout::Tiling;
use rmlir_linalg::{IteratorType, PackOp};
use rmlir_tensor::{EmptyOp, tensor_type};

use super::arithmetic::{
    ceil_div, difference, floor_div, is_multiple_of, known, least, product, size_of, sizes_of, sum, upper_bound,
};
use super::interface::{EmptyStart, Part, Tile, Tileable};

/// The tiling of `linalg.pack`.
pub(super) struct PackTiling;

/// The tiling of `linalg.unpack`.
pub(super) struct UnpackTiling;

fn tiling_of(body: &Body, op: OpId) -> Tiling {
    Tiling::of(OpRef::new(body, op))
}

/// The iterators: a parallel loop for each outer dimension of the result.
fn iterators(op: OpRef) -> Vec<IteratorType> {
    vec![IteratorType::Parallel; Tiling::of(op).unpacked.len()]
}

fn domain(rw: &mut Rewriter, op: OpId) -> Vec<MixedIndex> {
    let rank = tiling_of(rw, op).unpacked.len();
    let dest = rw.operand(op, 1);
    let mut sizes = sizes_of(rw, dest);
    sizes.truncate(rank);
    sizes
}

/// The size of the inner tiles along `dim`, if it has any.
fn tile_along(tiling: &Tiling, dim: usize) -> Option<MixedIndex> {
    let at = tiling.dims.iter().position(|&other| other == dim as i64)?;
    tiling.tiles.get(at).copied()
}

/// A part of the outer dimensions of the packed side, along the dimensions of the unpacked one.
fn unpermuted(tiling: &Tiling, part: &Part) -> Part {
    let of = |list: &[MixedIndex]| (0..list.len() as i64).map(|dim| list[tiling.outer_place(dim)]).collect();
    Part { offsets: of(&part.offsets), sizes: of(&part.sizes) }
}

/// A part of the unpacked side, along the outer dimensions of the packed one.
fn permuted(tiling: &Tiling, part: Part) -> Part {
    if tiling.order.is_empty() {
        return part;
    }
    let of = |list: &[MixedIndex]| tiling.order.iter().map(|&dim| list[dim as usize]).collect();
    Part { offsets: of(&part.offsets), sizes: of(&part.sizes) }
}

/// A clone of `op` from `source` into `dest`.
fn copy_on(rw: &mut Rewriter, op: OpId, source: Value, dest: Value) -> (OpId, Value) {
    let copy = rw.clone_op(op, &mut CloneMap::default());
    rw.set_operand(copy, 0, source);
    rw.set_operand(copy, 1, dest);
    let (value, ty) = (rw.result(copy, 0), rw.ty(dest));
    rw.set_type(value, ty);
    (copy, value)
}

/// `op` from a part of its source into a part of its destination.
fn tile_between(
    rw: &mut Rewriter,
    op: OpId,
    from: &Part,
    into: impl FnOnce(&mut Rewriter) -> Option<Part>,
) -> Option<Tile> {
    let (source, dest) = (rw.operand(op, 0), rw.operand(op, 1));
    let source = from.extract(rw, source);
    let into = into(rw)?;
    let dest = into.extract(rw, dest);
    let (tiled, value) = copy_on(rw, op, source, dest);
    let slices = [source, dest].into_iter().filter_map(|slice| rw.defining_op(slice)).collect();
    Some(Tile { ops: vec![tiled], values: vec![value], slices })
}

impl Tileable for PackTiling {
    fn start_of_empty(&self, _op: OpRef, _dim: usize) -> EmptyStart {
        EmptyStart::First
    }

    fn iterators(&self, op: OpRef) -> Vec<IteratorType> {
        iterators(op)
    }

    fn domain(&self, rw: &mut Rewriter, op: OpId) -> Option<Vec<MixedIndex>> {
        Some(domain(rw, op))
    }

    fn tile(&self, rw: &mut Rewriter, op: OpId, part: &Part) -> Option<Tile> {
        let tiling = tiling_of(rw, op);
        let source = rw.operand(op, 0);
        let whole = sizes_of(rw, source);
        let is_padded = PackOp::from_id(op).padding_value(rw).is_some();
        let mut from = unpermuted(&tiling, part);
        for (dim, &whole) in whole.iter().enumerate() {
            if let Some(tile) = tile_along(&tiling, dim) {
                from.offsets[dim] = product(rw, from.offsets[dim], tile);
                from.sizes[dim] = product(rw, from.sizes[dim], tile);
            }
            if is_padded {
                let left = difference(rw, whole, from.offsets[dim]);
                from.sizes[dim] = least(rw, from.sizes[dim], left);
            }
        }
        tile_between(rw, op, &from, |rw| self.part_of_result(rw, op, 0, part))
    }

    fn part_of_result(&self, rw: &mut Rewriter, op: OpId, _index: usize, part: &Part) -> Option<Part> {
        let dest = rw.operand(op, 1);
        let inner = sizes_of(rw, dest).split_off(part.sizes.len());
        let mut part = part.clone();
        part.offsets.extend(inner.iter().map(|_| MixedIndex::Static(0)));
        part.sizes.extend(inner);
        Some(part)
    }

    /// `None` if the part does not consist of whole inner tiles.
    fn domain_of_result(&self, rw: &mut Rewriter, op: OpId, _index: usize, part: &Part) -> Option<Part> {
        let tiling = tiling_of(rw, op);
        let rank = tiling.unpacked.len();
        let is_whole = |(size, tile): (&MixedIndex, &MixedIndex)| size.resolved(rw) == tile.resolved(rw);
        let starts = part.offsets[rank..].iter().all(|offset| offset.is(rw, 0));
        if !starts || !part.sizes[rank..].iter().zip(&tiling.tiles).all(is_whole) {
            return None;
        }
        Some(Part { offsets: part.offsets[..rank].to_vec(), sizes: part.sizes[..rank].to_vec() })
    }

    /// `None` if the part of the source may not consist of whole inner tiles. It is one of consecutive parts that cover
    /// the source: if the size of all but the last one is a multiple of the size of inner tiles, each is aligned to
    /// these.
    fn domain_of_operands(&self, rw: &mut Rewriter, op: OpId, parts: &[(usize, Part)]) -> Option<Part> {
        let [(0, part)] = parts else { return None };
        let tiling = tiling_of(rw, op);
        let mut outer = part.clone();
        for dim in 0..tiling.unpacked.len() {
            let Some(tile) = tile_along(&tiling, dim) else { continue };
            let (offset, size) = (part.offsets[dim], part.sizes[dim]);
            let bound = upper_bound(rw, size);
            let whole = tiling.unpacked[dim];
            if whole != DYNAMIC && known(rw, offset) == Some(0) && known(rw, size) == Some(whole) {
                let dest = rw.operand(op, 1);
                outer.sizes[dim] = size_of(rw, dest, tiling.outer_place(dim as i64));
                continue;
            }
            let tile_size = tile.constant(rw).filter(|&tile| tile > 0)?;
            if bound? % tile_size != 0 {
                return None;
            }
            outer.offsets[dim] = floor_div(rw, offset, tile);
            outer.sizes[dim] = ceil_div(rw, size, tile);
        }
        Some(permuted(&tiling, outer))
    }

    fn tile_of_operands(&self, rw: &mut Rewriter, op: OpId, parts: &[(usize, Part)]) -> Option<Tile> {
        let [(0, part)] = parts else { return None };
        tile_between(rw, op, part, |rw| {
            let outer = self.domain_of_operands(rw, op, parts)?;
            self.part_of_result(rw, op, 0, &outer)
        })
    }
}

/// The range that a part needs along one unpacked dimension.
struct Unpacked {
    /// The unpacked inner tiles: the index of the first one, and their number.
    offset: MixedIndex,
    size: MixedIndex,
    /// The offset of the part in the unpacked range.
    start: MixedIndex,
    /// The size of the unpacked range.
    expanded: MixedIndex,
    /// Whether the unpacked range is the part.
    is_exact: bool,
}

impl Unpacked {
    fn along(rw: &mut Rewriter, tile: Option<MixedIndex>, offset: MixedIndex, size: MixedIndex) -> Self {
        let (zero, one) = (MixedIndex::Static(0), MixedIndex::Static(1));
        let exact = |offset: MixedIndex, n_tiles: MixedIndex| Self {
            offset,
            size: n_tiles,
            start: zero,
            expanded: size,
            is_exact: true,
        };
        let Some(tile) = tile else { return exact(offset, size) };
        let known = tile.constant(rw).filter(|&tile| tile > 0);
        let bounds = known.zip(upper_bound(rw, size));
        // Upstream only checks the size, and assumes that the part is aligned to inner tiles.
        let fits = |&(tile, bound): &(i64, i64)| bound % tile == 0 && is_multiple_of(rw, offset, tile);
        let Some((tile_size, bound)) = bounds.filter(fits) else { return Self::around(rw, tile, offset, size) };
        let first = floor_div(rw, offset, tile);
        let n_tiles = if tile_size == bound { one } else { ceil_div(rw, size, tile) };
        exact(first, n_tiles)
    }

    /// All inner tiles that overlap the part.
    fn around(rw: &mut Rewriter, tile: MixedIndex, offset: MixedIndex, size: MixedIndex) -> Self {
        let one = MixedIndex::Static(1);
        let (first, start) = div_mod(rw, offset, tile);
        let end = sum(rw, offset, size);
        let last = difference(rw, end, one);
        let (last, _) = div_mod(rw, last, tile);
        let length = difference(rw, last, first);
        let n_tiles = sum(rw, length, one);
        let [factor, tile] = [n_tiles, tile].map(|index| materialize_index(rw, index));
        let expanded = MixedIndex::Dynamic(create_or_fold(rw, MulIOp::build(factor, tile)));
        Self { offset: first, size: n_tiles, start, expanded, is_exact: false }
    }
}

/// The quotient and the remainder.
fn div_mod(rw: &mut Rewriter, dividend: MixedIndex, divisor: MixedIndex) -> (MixedIndex, MixedIndex) {
    let loc = rw.default_loc();
    let operands = [dividend, divisor].map(|index| MixedIndex::Dynamic(materialize_index(rw, index)));
    let [a, b] = [0, 1].map(AffineExpr::dim);
    let [quotient, remainder] = [a.floor_div(b.clone()), a % b].map(|expr| {
        let map = AffineMap::new(2, 0, [expr]);
        MixedIndex::Dynamic(make_composed_apply(rw, loc, &map, &operands))
    });
    (quotient, remainder)
}

impl Tileable for UnpackTiling {
    fn start_of_empty(&self, _op: OpRef, _dim: usize) -> EmptyStart {
        EmptyStart::First
    }

    fn iterators(&self, op: OpRef) -> Vec<IteratorType> {
        iterators(op)
    }

    fn domain(&self, rw: &mut Rewriter, op: OpId) -> Option<Vec<MixedIndex>> {
        Some(domain(rw, op))
    }

    fn tile(&self, rw: &mut Rewriter, op: OpId, part: &Part) -> Option<Tile> {
        let tiling = tiling_of(rw, op);
        let mut needs = Vec::new();
        for (dim, (&offset, &size)) in part.offsets.iter().zip(&part.sizes).enumerate() {
            needs.push(Unpacked::along(rw, tile_along(&tiling, dim), offset, size));
        }
        let offsets = needs.iter().map(|need| need.offset).collect();
        let sizes = needs.iter().map(|need| need.size).collect();
        let mut from = permuted(&tiling, Part { offsets, sizes });
        from.offsets.extend(tiling.tiles.iter().map(|_| MixedIndex::Static(0)));
        from.sizes.extend(&tiling.tiles);
        if needs.iter().all(|need| need.is_exact) {
            return tile_between(rw, op, &from, |_| Some(part.clone()));
        }
        let source = rw.operand(op, 0);
        let source = from.extract(rw, source);
        let expanded: Vec<MixedIndex> = needs.iter().map(|need| need.expanded).collect();
        let element = rw.ty(rw.result(op, 0)).element_or_self(rw);
        let dynamic: Vec<Value> = expanded.iter().filter_map(|size| size.value()).collect();
        let dest = rw.value(EmptyOp::build(tensor_type(rw, &statics(&expanded), element), &dynamic));
        let (tiled, value) = copy_on(rw, op, source, dest);
        let starts = needs.iter().map(|need| need.start).collect();
        let value = Part { offsets: starts, sizes: part.sizes.clone() }.extract(rw, value);
        Some(Tile { ops: vec![tiled], values: vec![value], slices: rw.defining_op(source).into_iter().collect() })
    }

    fn part_of_result(&self, _rw: &mut Rewriter, _op: OpId, _index: usize, part: &Part) -> Option<Part> {
        Some(part.clone())
    }

    fn domain_of_result(&self, _rw: &mut Rewriter, _op: OpId, _index: usize, part: &Part) -> Option<Part> {
        Some(part.clone())
    }

    fn domain_of_operands(&self, rw: &mut Rewriter, op: OpId, parts: &[(usize, Part)]) -> Option<Part> {
        let (source, part) = match parts {
            [(0, part)] => (true, part),
            [(1, part)] => (false, part),
            _ => return None,
        };
        if !source {
            return Some(part.clone());
        }
        let tiling = tiling_of(rw, op);
        let rank = tiling.unpacked.len();
        let dest = rw.operand(op, 1);
        let whole = sizes_of(rw, dest);
        let outer = Part { offsets: part.offsets[..rank].to_vec(), sizes: part.sizes[..rank].to_vec() };
        let mut domain = unpermuted(&tiling, &outer);
        for (dim, &whole) in whole.iter().enumerate() {
            let Some(tile) = tile_along(&tiling, dim) else { continue };
            domain.offsets[dim] = product(rw, domain.offsets[dim], tile);
            let wanted = product(rw, domain.sizes[dim], tile);
            let left = difference(rw, whole, domain.offsets[dim]);
            domain.sizes[dim] = least(rw, wanted, left);
        }
        Some(domain)
    }

    /// `None` if the part does not consist of whole inner tiles.
    fn tile_of_operands(&self, rw: &mut Rewriter, op: OpId, parts: &[(usize, Part)]) -> Option<Tile> {
        let [(0, part)] = parts else { return None };
        let tiling = tiling_of(rw, op);
        let is_whole = |(size, tile): (&MixedIndex, &MixedIndex)| size.resolved(rw) == tile.resolved(rw);
        if !part.sizes[tiling.unpacked.len()..].iter().zip(&tiling.tiles).all(is_whole) {
            return None;
        }
        let into = self.domain_of_operands(rw, op, parts)?;
        let (source, dest) = (rw.operand(op, 0), rw.operand(op, 1));
        let dest = into.extract(rw, dest);
        let source = part.extract(rw, source);
        let (tiled, value) = copy_on(rw, op, source, dest);
        let slices = [source, dest].into_iter().filter_map(|slice| rw.defining_op(slice)).collect();
        Some(Tile { ops: vec![tiled], values: vec![value], slices })
    }
}
