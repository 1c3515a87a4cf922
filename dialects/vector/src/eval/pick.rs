//! The evaluation of operations that move lanes.

use rmlir::core::mixed_index::MixedIndex;
use rmlir::interp::value::indices;
use rmlir::interp::{Emit, Emitted, Reg, Value};
use rmlir::prelude::*;

use super::{Lanes, linear};
use crate::element::{ExtractOp, InsertOp};
use crate::element::{FromElementsOp, ToElementsOp};
use crate::shape::{BroadcastOp, DeinterleaveOp, InterleaveOp, ShapeCastOp};
use crate::slice::{ExtractStridedSliceOp, InsertStridedSliceOp, ScalableExtractOp, ScalableInsertOp};
use crate::{ShuffleOp, TransposeOp};

/// The source of a lane: the operand, and the lane of it. `None` is poison.
type Pick = Option<(usize, usize)>;

/// Appends an instruction that computes result `result` from lanes of operands.
fn pick<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, result: usize, picks: Vec<Pick>) -> Emitted {
    let (operands, into) = (emit.operands(op), emit.result(op, result));
    let cx = op.cx();
    let from_vector: Vec<bool> = op.operands().map(|operand| operand.ty().is_vector(cx)).collect();
    let lane = move |m: &rmlir::interp::Machine, pick: Pick| match pick {
        Some((operand, lane)) if from_vector[operand] => m.get(operands[operand]).part(lane).clone(),
        Some((operand, _)) => m.get(operands[operand]).clone(),
        None => Value::Poison,
    };
    if op.result(result).ty().is_vector(cx) {
        emit.compute(into, move |m| Ok(Value::list(picks.iter().map(|&pick| lane(m, pick)).collect())));
    } else {
        emit.compute(into, move |m| Ok(lane(m, picks[0])));
    }
    Ok(())
}

/// Picks lanes from the first operand: `place` maps indices in the result to indices in the operand.
fn pick_by<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, place: impl Fn(&[i64]) -> Vec<i64>) -> Emitted {
    let (from, to) = (Lanes::of(op, emit, op.operand(0).ty())?, Lanes::of(op, emit, op.result(0).ty())?);
    let picks = indices(&to.sizes).map(|at| Some((0, linear(&place(&at), &from.sizes)))).collect();
    pick(op, emit, 0, picks)
}

/// Leading dimensions are added, and those of size 1 stretched.
#[eval(BroadcastOp)]
pub fn broadcast<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let from = Lanes::of(op, emit, op.value(BroadcastOp::source).ty())?.sizes;
    pick_by(op, emit, |at| {
        let last = &at[at.len() - from.len()..];
        last.iter().zip(&from).map(|(&index, &size)| if size == 1 { 0 } else { index }).collect()
    })
}

#[eval(ShapeCastOp)]
pub fn shape_cast<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let n = Lanes::of(op, emit, op.result(0).ty())?.n();
    pick(op, emit, 0, (0..n).map(|lane| Some((0, lane))).collect())
}

#[eval(TransposeOp)]
pub fn transpose<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let permutation = op.get(TransposeOp::permutation);
    pick_by(op, emit, |at| {
        let mut place = vec![0; at.len()];
        permutation.iter().zip(at).for_each(|(&dim, &index)| place[dim as usize] = index);
        place
    })
}

/// The rows of both operands are concatenated; -1 is poison.
#[eval(ShuffleOp)]
pub fn shuffle<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let from = Lanes::of(op, emit, op.value(ShuffleOp::v1).ty())?.sizes;
    let mask = op.get(ShuffleOp::mask);
    // Vectors of rank 0 are rows of one element.
    let (n_first, row) = from.split_first().map_or((1, 1), |(&n, rest)| (n, rest.iter().product::<i64>()));
    let mut picks = Vec::new();
    for chosen in mask {
        let (operand, place) = if chosen < n_first { (0, chosen) } else { (1, chosen - n_first) };
        picks.extend((0..row).map(|lane| (chosen >= 0).then_some((operand, (place * row + lane) as usize))));
    }
    pick(op, emit, 0, picks)
}

#[eval(InterleaveOp)]
pub fn interleave<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let n = Lanes::of(op, emit, op.result(0).ty())?.n();
    pick(op, emit, 0, (0..n).map(|lane| Some((lane % 2, lane / 2))).collect())
}

#[eval(DeinterleaveOp)]
pub fn deinterleave<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let n = Lanes::of(op, emit, op.result(0).ty())?.n();
    pick(op, emit, 0, (0..n).map(|lane| Some((0, 2 * lane))).collect())?;
    pick(op, emit, 1, (0..n).map(|lane| Some((0, 2 * lane + 1))).collect())
}

#[eval(ToElementsOp)]
pub fn to_elements<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    (0..op.n_results()).try_for_each(|lane| pick(op, emit, lane, vec![Some((0, lane))]))
}

#[eval(FromElementsOp)]
pub fn from_elements<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    pick(op, emit, 0, (0..op.n_operands()).map(|operand| Some((operand, 0))).collect())
}

/// The first lane at a position, if it is in bounds.
fn first_lane(position: &[i64], sizes: &[i64]) -> Option<usize> {
    let is_inside = position.iter().zip(sizes).all(|(index, size)| (0..*size).contains(index));
    let rest: i64 = sizes[position.len()..].iter().product();
    is_inside.then(|| linear(position, sizes) * rest as usize)
}

/// The registers of a position.
fn position(emit: &mut Emit, position: &[MixedIndex]) -> Vec<Reg> {
    emit.mixed_indices(position)
}

/// A position out of bounds yields poison.
#[eval(ExtractOp)]
pub fn extract<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (from, to) = (Lanes::of(op, emit, op.value(ExtractOp::source).ty())?, Lanes::of(op, emit, op.result(0).ty())?);
    let at = position(emit, &ExtractOp::from_id(op.id).position(op.body));
    let (source, into, n) = (emit.operand(op, 0), emit.result(op, 0), to.n());
    emit.compute(into, move |m| {
        let place: Option<Vec<i64>> = at.iter().map(|&reg| m.get(reg).bits().map(|bits| bits as i64)).collect();
        let Some(first) = place.and_then(|place| first_lane(&place, &from.sizes)) else { return Ok(Value::Poison) };
        let source = m.get(source);
        if !to.is_vector {
            return Ok(source.part(first).clone());
        }
        Ok(Value::list((first..first + n).map(|lane| source.part(lane).clone()).collect()))
    });
    Ok(())
}

/// The result for a position out of bounds is poison.
#[eval(InsertOp)]
pub fn insert<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (value_lanes, to) =
        (Lanes::of(op, emit, op.value(InsertOp::value_to_store).ty())?, Lanes::of(op, emit, op.result(0).ty())?);
    let at = position(emit, &InsertOp::from_id(op.id).position(op.body));
    let (value, dest, into) = (emit.operand(op, 0), emit.operand(op, 1), emit.result(op, 0));
    emit.compute(into, move |m| {
        let place: Option<Vec<i64>> = at.iter().map(|&reg| m.get(reg).bits().map(|bits| bits as i64)).collect();
        let Some(first) = place.and_then(|place| first_lane(&place, &to.sizes)) else { return Ok(Value::Poison) };
        let mut lanes = m.get(dest).parts(to.n()).into_owned();
        let value = m.get(value);
        for lane in 0..value_lanes.n() {
            lanes[first + lane] = if value_lanes.is_vector { value.part(lane).clone() } else { value.clone() };
        }
        Ok(Value::list(lanes))
    });
    Ok(())
}

/// Offsets and strides apply to the leading dimensions.
fn slice_place(at: &[i64], offsets: &[i64], strides: &[i64]) -> Vec<i64> {
    let number = |list: &[i64], dim: usize, otherwise| list.get(dim).copied().unwrap_or(otherwise);
    at.iter().enumerate().map(|(dim, &index)| number(offsets, dim, 0) + index * number(strides, dim, 1)).collect()
}

#[eval(ExtractStridedSliceOp)]
pub fn extract_strided_slice<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let slice = ExtractStridedSliceOp::from_id(op.id);
    let (offsets, strides) = (slice.offsets_of(op.body), slice.strides_of(op.body));
    pick_by(op, emit, |at| slice_place(at, &offsets, &strides))
}

/// Offsets are those of all dimensions, strides those of the dimensions of the slice, which are the trailing ones.
#[eval(InsertStridedSliceOp)]
pub fn insert_strided_slice<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let slice = InsertStridedSliceOp::from_id(op.id);
    let (offsets, strides) = (slice.offsets_of(op.body), slice.strides_of(op.body));
    let (value, to) = (
        Lanes::of(op, emit, op.value(InsertStridedSliceOp::value_to_store).ty())?,
        Lanes::of(op, emit, op.result(0).ty())?,
    );
    let mut picks: Vec<Pick> = (0..to.n()).map(|lane| Some((1, lane))).collect();
    let first = to.sizes.len() - value.sizes.len();
    for (lane, at) in indices(&value.sizes).enumerate() {
        let mut place = offsets.clone();
        for (dim, &index) in at.iter().enumerate() {
            place[first + dim] += index * strides[dim];
        }
        picks[linear(&place, &to.sizes)] = Some((0, lane));
    }
    pick(op, emit, 0, picks)
}

/// The linear position: positions are scaled by the vector scale if the smaller vector is scalable.
fn scaled_position<'a>(op: OpRef<'a>, emit: &Emit<'a, '_>, slot: usize, part: Type) -> usize {
    let position = op.prop(slot).and_then(|attr| attr.as_i64(op.cx())).unwrap_or_default() as usize;
    let is_scalable = matches!(part.data(op.cx()), TypeData::Vector { scalable, .. } if scalable.contains(&true));
    if is_scalable { position * emit.vscale() as usize } else { position }
}

#[eval(ScalableExtractOp)]
pub fn scalable_extract<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let first = scaled_position(op, emit, ScalableExtractOp::POS, op.result(0).ty());
    let (n, n_source) = (
        Lanes::of(op, emit, op.result(0).ty())?.n(),
        Lanes::of(op, emit, op.value(ScalableExtractOp::source).ty())?.n(),
    );
    pick(op, emit, 0, (first..first + n).map(|lane| (lane < n_source).then_some((0, lane))).collect())
}

#[eval(ScalableInsertOp)]
pub fn scalable_insert<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let first = scaled_position(op, emit, ScalableInsertOp::POS, op.value(ScalableInsertOp::value_to_store).ty());
    let (n, n_dest) = (
        Lanes::of(op, emit, op.value(ScalableInsertOp::value_to_store).ty())?.n(),
        Lanes::of(op, emit, op.result(0).ty())?.n(),
    );
    let lane = |lane: usize| if (first..first + n).contains(&lane) { (0, lane - first) } else { (1, lane) };
    pick(op, emit, 0, (0..n_dest).map(|at| Some(lane(at))).collect())
}
