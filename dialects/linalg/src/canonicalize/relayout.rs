//! Canonicalization of `linalg.pack` and `linalg.unpack`: of each other, of casts and of slices.

use rmlir::core::fold::constant_value;
use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_tensor::{CastOp, ExtractSliceOp, TensorParts, can_fold_into_consumer};

use crate::relayout::{Tiling, needs_padding};
use crate::{PackOp, UnPackOp};

canonicalize! {
    PackOp: pack;
    UnPackOp: unpack;
}

fn tiling(body: &Body, op: OpId) -> Tiling {
    Tiling::of(OpRef::new(body, op))
}

/// Whether both have the same tiled dimensions in the same order with the same tile sizes.
fn are_inverse(body: &Body, left: &Tiling, right: &Tiling) -> bool {
    let is_identity = |order: &[i64]| order.iter().enumerate().all(|(index, &dim)| dim == index as i64);
    let same_tile = |(left, right): (&MixedIndex, &MixedIndex)| {
        left == right || left.constant(body).is_some_and(|number| right.is(body, number))
    };
    let same_order = left.order == right.order || (is_identity(&left.order) && is_identity(&right.order));
    left.dims == right.dims
        && same_order
        && left.tiles.len() == right.tiles.len()
        && left.tiles.iter().zip(&right.tiles).all(same_tile)
}

/// The unpacked and the packed shape, where static sizes of untiled dimensions are propagated from one to the other;
/// `None` if that changes nothing.
fn inferred_shapes(tiling: &Tiling) -> Option<(Vec<i64>, Vec<i64>)> {
    let (mut unpacked, mut packed) = (tiling.unpacked.clone(), tiling.packed.clone());
    for dim in (0..unpacked.len()).filter(|&dim| !tiling.dims.contains(&(dim as i64))) {
        let place = tiling.outer_place(dim as i64);
        let known = if unpacked[dim] == DYNAMIC { packed[place] } else { unpacked[dim] };
        if known != DYNAMIC && (unpacked[dim] == DYNAMIC || packed[place] == DYNAMIC) {
            unpacked[dim] = known;
            packed[place] = known;
        }
    }
    (unpacked != tiling.unpacked || packed != tiling.packed).then_some((unpacked, packed))
}

/// The tensor `value`, cast to the shape `shape`.
fn cast_to_shape(rw: &mut Rewriter, value: Value, shape: &[i64]) -> Value {
    let parts = TensorParts::of(rw, rw.ty(value)).expect("the operands are ranked tensors");
    let ty = parts.with_shape(rw, shape);
    if ty == rw.ty(value) { value } else { rw.value(CastOp::build(ty, value)) }
}

#[pattern]
pub(crate) fn pack(op: PackOp, rw: &mut Rewriter) -> Match {
    let this = tiling(rw, op.id());
    let (source, dest, padding) = (op.source(rw), op.dest(rw), op.padding_value(rw));
    if let Some(before) = rw.defined_by::<UnPackOp>(source).filter(|_| padding.is_none()) {
        let original = before.source(rw);
        if rw.ty(original) == rw.ty(dest) && are_inverse(rw, &this, &tiling(rw, before.id())) {
            return rw.replace(op, [original]);
        }
    }
    if padding.is_some() && fills_tiles(OpRef::new(rw, op.id()), &this) {
        drop_padding(rw, op, &this);
        return Match::Yes;
    }
    let Some((unpacked, packed)) = inferred_shapes(&this) else { return Match::No };
    let old_type = rw.ty(op.result(rw));
    rw.before(op.id());
    let new_source = cast_to_shape(rw, source, &unpacked);
    let new_dest = cast_to_shape(rw, dest, &packed);
    rw.set_operand(op, PackOp::SOURCE_OPERAND, new_source);
    rw.set_operand(op, PackOp::DEST_OPERAND, new_dest);
    let (result, ty) = (op.result(rw), rw.ty(new_dest));
    if ty != old_type {
        rw.set_type(result, ty);
        rw.after(op.id());
        let loc = rw.loc(op.id());
        let cast = rw.create(CastOp::build(old_type, result).at(loc));
        let value = cast.dest(rw);
        rw.replace_uses_if(result, value, |_, user, _| user != cast.id());
    }
    Match::Yes
}

/// Whether the tile sizes are known to divide the tiled dimensions.
fn fills_tiles(op: OpRef, tiling: &Tiling) -> bool {
    let is_known = |(&dim, tile): (&i64, &MixedIndex)| tile.is_static() && tiling.unpacked[dim as usize] != DYNAMIC;
    tiling.dims.iter().zip(&tiling.tiles).all(is_known) && !needs_padding(op, tiling)
}

fn drop_padding(rw: &mut Rewriter, op: PackOp, tiling: &Tiling) {
    let tiles: Vec<Value> = tiling.tiles.iter().filter_map(|tile| tile.value()).collect();
    let operands: Vec<Value> = [op.source(rw), op.dest(rw)].into_iter().chain(tiles.iter().copied()).collect();
    let sizes = rw.i32_array(&[1, 1, 0, tiles.len() as i32]);
    rw.modifying(op.id());
    let body = rw.body_mut();
    body.set_operands(op.id(), &operands);
    body.set_attr(op.id(), "operandSegmentSizes", sizes);
    rw.modified(op.id());
}

#[pattern]
pub(crate) fn unpack(op: UnPackOp, rw: &mut Rewriter) -> Match {
    let this = tiling(rw, op.id());
    let (source, dest) = (op.source(rw), op.dest(rw));
    if let Some(before) = rw.defined_by::<PackOp>(source) {
        let original = before.source(rw);
        let is_undone = rw.ty(original) == rw.ty(dest)
            && before.padding_value(rw).is_none()
            && are_inverse(rw, &this, &tiling(rw, before.id()));
        return if is_undone { rw.replace(op, [original]) } else { Match::No };
    }
    if let Some(init) = init_of(rw, dest) {
        rw.set_operand(op, UnPackOp::DEST_OPERAND, init);
        return Match::Yes;
    }
    if let Some(slice) = foldable_slice(rw, op, &this) {
        return unpack_into_slice(rw, op, slice);
    }
    let Some((unpacked, packed)) = inferred_shapes(&this) else { return Match::No };
    let old_type = rw.ty(op.result(rw));
    rw.before(op.id());
    let source = cast_to_shape(rw, source, &packed);
    let dest = cast_to_shape(rw, dest, &unpacked);
    let ty = rw.ty(dest);
    let new = rw.value(UnPackOp::of(rw.cx(), ty, [source, dest], &this));
    rw.replace_with(op, CastOp::build(old_type, new));
    Match::Yes
}

/// The init operand tied to the result `value`.
fn init_of(body: &Body, value: Value) -> Option<Value> {
    let ValueDefinition::Result(maker, index) = body.value_def(value) else { return None };
    let mut inits = body.interface::<dyn DestinationStyle>(maker)?.inits(OpRef::new(body, maker));
    inits.nth(index as usize).map(|init| body.operand(maker, init))
}

/// The only user of the result, a slice that can be folded into the unpacking: its offsets are zero and it omits less
/// than a tile in each dimension.
fn foldable_slice(body: &Body, op: UnPackOp, tiling: &Tiling) -> Option<ExtractSliceOp> {
    let users: Vec<OpId> = body.users(op.result(body)).collect();
    let [user] = users[..] else { return None };
    let slice = OpRef::new(body, user).cast::<ExtractSliceOp>()?;
    let lists = SliceLists::of(OpRef::new(body, slice.id()));
    let after = body.ty(slice.result(body)).shape(body)?;
    let starts_dense =
        lists.offsets.iter().all(|offset| offset.is(body, 0)) && lists.strides.iter().all(|stride| stride.is(body, 1));
    if after.len() != tiling.unpacked.len() || !starts_dense {
        return None;
    }
    let keeps = |dim: usize| {
        let outer = tiling.outer_size(dim as i64);
        let tile = tiling.dims.iter().position(|&other| other == dim as i64).map(|index| tiling.tiles[index]);
        match tile {
            None => outer != DYNAMIC && outer == after[dim],
            Some(MixedIndex::Static(tile)) => {
                after[dim] != DYNAMIC && outer != DYNAMIC && outer * tile - after[dim] < tile
            }
            Some(MixedIndex::Dynamic(_)) => false,
        }
    };
    (0..after.len()).all(keeps).then_some(slice)
}

fn unpack_into_slice(rw: &mut Rewriter, op: UnPackOp, slice: ExtractSliceOp) -> Match {
    let lists = SliceLists::of(OpRef::new(rw, slice.id()));
    let (dest, ty) = (op.dest(rw), rw.ty(slice.result(rw)));
    rw.before(op.id());
    let new_dest = rw.value(ExtractSliceOp::of(rw.cx(), ty, dest, &lists));
    rw.set_operand(op, UnPackOp::DEST_OPERAND, new_dest);
    let result = op.result(rw);
    rw.set_type(result, ty);
    rw.replace(slice, [result])
}

/// The source of the cast that defines `operand`, if the cast only makes sizes dynamic.
fn before_cast(body: &Body, operand: Value) -> Value {
    let cast = body.defined_by::<CastOp>(operand).filter(|&cast| can_fold_into_consumer(body, cast));
    cast.map_or(operand, |cast| cast.source(body))
}

/// The tile sizes; static ones where the packed type is static.
fn tiles_of(body: &Body, packed: Value, tiles: &[MixedIndex]) -> Vec<MixedIndex> {
    let shape = body.ty(packed).shape(body).unwrap_or_default();
    let sizes = &shape[shape.len().saturating_sub(tiles.len())..];
    let tile = |(&tile, &size): (&MixedIndex, &i64)| if size == DYNAMIC { tile } else { MixedIndex::Static(size) };
    tiles.iter().zip(sizes).map(tile).collect()
}

/// Replaces `op` by `new`, which gets its attributes.
fn replace_keeping_attrs(rw: &mut Rewriter, op: OpId, new: OpId) -> Match {
    let attrs = rw.attr_dict(op);
    rw.set_attr_dict(new, attrs);
    rmlir_tensor::canonicalize::destination::replace_by_cast_results(rw, op, new)
}

pub(crate) fn pack_of_casts(op: PackOp, rw: &mut Rewriter) -> Match {
    let operands = [op.source(rw), op.dest(rw)];
    let skipped = operands.map(|operand| before_cast(rw, operand));
    if skipped == operands {
        return Match::No;
    }
    let mut tiling = tiling(rw, op.id());
    tiling.tiles = tiles_of(rw, skipped[1], &tiling.tiles);
    let is_zero = |tile: &MixedIndex| match tile {
        MixedIndex::Static(number) => *number == 0,
        MixedIndex::Dynamic(value) => constant_value(rw, *value).and_then(|value| value.as_i64(rw)) == Some(0),
    };
    if tiling.tiles.iter().any(is_zero) {
        return Match::No;
    }
    let (ty, padding) = (rw.ty(skipped[1]), op.padding_value(rw));
    rw.before(op.id());
    let new = rw.create(PackOp::of(rw.cx(), ty, skipped, padding, &tiling));
    replace_keeping_attrs(rw, op.id(), new.id())
}

pub(crate) fn unpack_of_casts(op: UnPackOp, rw: &mut Rewriter) -> Match {
    let operands = [op.source(rw), op.dest(rw)];
    let skipped = operands.map(|operand| before_cast(rw, operand));
    if skipped == operands {
        return Match::No;
    }
    let mut tiling = tiling(rw, op.id());
    tiling.tiles = tiles_of(rw, skipped[0], &tiling.tiles);
    let ty = rw.ty(skipped[1]);
    rw.before(op.id());
    let new = rw.create(UnPackOp::of(rw.cx(), ty, skipped, &tiling));
    replace_keeping_attrs(rw, op.id(), new.id())
}
