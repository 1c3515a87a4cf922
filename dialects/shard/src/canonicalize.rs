//! Canonicalization: shardings with constant values, tensors with several annotations, and groups of one device.

use rmlir::core::mixed_index::{Constants, MixedIndex, fold_constants, split};
use rmlir::prelude::*;

use crate::sharding::{ShardOp, Sharding, ShardingOp};

canonicalize! {
    ShardingOp: normalize_sharding;
    ShardOp: annotated_twice;
}

/// Makes constant values static; removes halo sizes that are all zero, and offsets of shards of equal size.
#[pattern]
pub(crate) fn normalize_sharding(op: ShardingOp, rw: &mut Rewriter) -> Match {
    let view = OpRef::new(rw, op.id());
    let (mut halo_sizes, mut offsets) = (ShardingOp::halo_sizes(view), ShardingOp::offsets(view));
    let mut changed = fold_constants(rw, &mut halo_sizes, Constants::NonNegative);
    changed |= fold_constants(rw, &mut offsets, Constants::NonNegative);
    for (list, is_default) in [(&mut halo_sizes, are_zero as fn(&[i64]) -> bool), (&mut offsets, are_equidistant)] {
        let numbers: Option<Vec<i64>> = list.iter().map(|&entry| number(entry)).collect();
        if numbers.is_some_and(|numbers| is_default(&numbers)) {
            list.clear();
            changed = true;
        }
    }
    if !changed {
        return rw.no_match(op, "nothing is known or said in vain");
    }
    let [(halo_numbers, halo_values), (offset_numbers, offset_values)] = [split(&halo_sizes), split(&offsets)];
    let (halo_numbers, offset_numbers) = (rw.i64_array(&halo_numbers), rw.i64_array(&offset_numbers));
    let (grid, axes) = (op.grid(rw), op.split_axes(rw));
    let ty = rw.ty(op.result(rw));
    let build = ShardingOp::build(ty, &offset_values, &halo_values, grid, axes)
        .prop(ShardingOp::STATIC_SHARDED_DIMS_OFFSETS, offset_numbers)
        .prop(ShardingOp::STATIC_HALO_SIZES, halo_numbers);
    rw.replace_with(op, build);
    Match::Yes
}

fn number(entry: MixedIndex) -> Option<i64> {
    match entry {
        MixedIndex::Static(number) => Some(number),
        MixedIndex::Dynamic(_) => None,
    }
}

fn are_zero(numbers: &[i64]) -> bool {
    !numbers.is_empty() && numbers.iter().all(|&number| number == 0)
}

fn are_equidistant(numbers: &[i64]) -> bool {
    let distance = |pair: &[i64]| pair[1].wrapping_sub(pair[0]);
    numbers.len() > 2 && numbers.windows(2).all(|pair| distance(pair) == distance(&numbers[..2]))
}

/// Replaces an annotation of a tensor by an earlier one with the same sharding; if the shardings differ, the later one
/// annotates the result of the earlier one.
#[pattern]
pub(crate) fn annotated_twice(op: ShardOp, rw: &mut Rewriter) -> Match {
    let source = op.src(rw);
    if rw.has_one_use(source) || rw.defined_by::<ShardOp>(source).is_some() {
        return rw.no_match(op, "the only annotation, or one of an annotated tensor");
    }
    let other = rw.users(source).find(|&user| user != op.id());
    let other = other.and_then(|user| OpRef::new(rw, user).cast::<ShardOp>());
    let Some(other) = other.filter(|other| is_before(rw, other.id(), op.id())) else {
        return rw.no_match(op, "something else uses the tensor, or later");
    };
    let shardings = [op.sharding(rw), other.sharding(rw)].map(|sharding| Sharding::of(rw, sharding));
    let [Some(own), Some(before)] = shardings else { return rw.no_match(op, "it is not known how") };
    let annotated = other.result(rw);
    if own == before {
        return rw.replace(op, [annotated]);
    }
    rw.set_operand(op, ShardOp::SRC_OPERAND, annotated);
    Match::Yes
}

fn is_before(body: &Body, first: OpId, second: OpId) -> bool {
    body.block_of(first) == body.block_of(second) && body.is_before_in_block(first, second)
}

/// Without axes a group is one device, whose operand is the result.
pub(crate) fn alone(op: OpId, rw: &mut Rewriter) -> Match {
    let view = OpRef::new(rw, op);
    let axes = view.attr("grid_axes").and_then(|axes| axes.as_int_array(rw)).unwrap_or_default();
    let (input, result) = (rw.operand(op, 0), rw.result(op, 0));
    if !axes.is_empty() || rw.ty(input) != rw.ty(result) {
        return rw.no_match(op, "more than one device, or another type");
    }
    rw.replace(op, [input])
}
