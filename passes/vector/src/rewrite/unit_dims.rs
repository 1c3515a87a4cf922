//! Dropping of leading dimensions of size 1: operands are extracted from, and the result is broadcast to the original
//! type.

use rmlir::affine_maps::AffineMap;
use rmlir::core::attrs::AttrData;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::opdef::OpDef;
use rmlir::core::pattern::PatternRoot;
use rmlir::prelude::*;
use rmlir::rewrite::create_or_fold;
use rmlir_vector::interfaces::is_masked;
use rmlir_vector::shape::check_broadcastable;
use rmlir_vector::transfer::infer_mask_type;
use rmlir_vector::*;

use crate::lower::of_benefit;
use crate::make::{broadcast, extract, like, masked, shape_cast};
use crate::maskable::{Lowered, maskable};

/// The patterns that drop leading dimensions of size 1.
pub fn leading_patterns(benefit: u16) -> PatternSet {
    let mut set = of_benefit(patterns![extract_slice, insert_slice, insertion, constant_mask, read, write], benefit);
    let mut elementwise = Pattern::of("CastAwayElementwiseLeadingOneDim", elementwise).benefit(benefit);
    elementwise.root = PatternRoot::Where(is_elementwise);
    set.add(elementwise);
    set.add(maskable("CastAwayContractionLeadingOneDim", benefit, contraction));
    set
}

/// The vector type without leading dimensions of size 1; at least one dimension is kept.
fn trimmed(vector: &VectorType) -> VectorType {
    let is_unit = |dim: &usize| vector.shape[*dim] == 1 && !vector.scalable[*dim];
    let n_units = (0..vector.rank()).take_while(is_unit).count();
    vector.drop_front(n_units.min(vector.rank().saturating_sub(1)))
}

fn n_dropped(vector: &VectorType) -> usize {
    vector.rank() - trimmed(vector).rank()
}

/// Extracts position 0 of the first `n` dimensions.
fn drop_dims(rw: &mut Rewriter, value: Value, n: usize) -> Value {
    extract(rw, value, &vec![0; n])
}

/// Replaces `op` by `value` with the dimensions restored.
fn restore(rw: &mut Rewriter, op: OpId, value: Value) -> Match {
    let ty = rw.ty(rw.result(op, 0));
    rw.replace_with(op, BroadcastOp::build(ty, value));
    Match::Yes
}

const NONE: &str = "there is no leading dimension of size 1";

#[pattern]
fn extract_slice(op: ExtractStridedSliceOp, rw: &mut Rewriter) -> Match {
    let n = n_dropped(&VectorType::at(rw, op.source(rw)));
    let (offsets, sizes, strides) = (op.offsets_of(rw), op.sizes_of(rw), op.strides_of(rw));
    if n == 0 {
        return rw.no_match(op, NONE);
    }
    let source = drop_dims(rw, op.source(rw), n);
    let rest = |list: &[i64]| list.get(n..).unwrap_or_default().to_vec();
    let part = ExtractStridedSliceOp::at(rw.cx(), source, &rest(&offsets), &rest(&sizes), &rest(&strides));
    let part = rw.value(part);
    restore(rw, op.id(), part)
}

#[pattern]
fn insert_slice(op: InsertStridedSliceOp, rw: &mut Rewriter) -> Match {
    let [value, dest] = [op.value_to_store(rw), op.dest(rw)];
    let [n_value, n_dest] = [value, dest].map(|vector| n_dropped(&VectorType::at(rw, vector)));
    if n_value == 0 && n_dest == 0 {
        return rw.no_match(op, NONE);
    }
    let (offsets, strides) = (op.offsets_of(rw), op.strides_of(rw));
    let value = drop_dims(rw, value, n_value);
    let dest = drop_dims(rw, dest, n_dest);
    let new = InsertStridedSliceOp::at(rw.cx(), value, dest, &offsets[n_dest..], &strides[n_value..]);
    let new = rw.value(new);
    restore(rw, op.id(), new)
}

#[pattern]
fn insertion(op: InsertOp, rw: &mut Rewriter) -> Match {
    let (mut value, dest) = (op.value_to_store(rw), op.dest(rw));
    let from = VectorType::of(rw, rw.ty(value));
    let to = VectorType::at(rw, dest);
    let (n_value, n_dest) = (from.as_ref().map_or(0, n_dropped), n_dropped(&to));
    if n_value == 0 && n_dest == 0 {
        return rw.no_match(op, NONE);
    }
    if from.is_some() {
        value = drop_dims(rw, value, n_value);
    }
    let dest = drop_dims(rw, dest, n_dest);
    let mut position = op.position(rw).get(n_dest..).unwrap_or_default().to_vec();
    let n_positions = to.rank() - n_dest - from.map_or(0, |from| from.rank() - n_value);
    position.resize(n_positions, MixedIndex::Static(0));
    let new = rw.value(InsertOp::at(rw.cx(), value, dest, &position));
    restore(rw, op.id(), new)
}

#[pattern]
fn constant_mask(op: ConstantMaskOp, rw: &mut Rewriter) -> Match {
    let mask = VectorType::at(rw, op.result(rw));
    let n = n_dropped(&mask);
    if n == 0 {
        return rw.no_match(op, NONE);
    }
    let sizes = op.sizes(rw);
    // If the leading size is 0, the product is 0.
    let mut rest = vec![sizes[..=n].iter().product()];
    rest.extend_from_slice(&sizes[n + 1..]);
    let ty = trimmed(&mask).ty(rw);
    let new = rw.value(ConstantMaskOp::build(ty, rw.cx().i64_array(&rest)));
    restore(rw, op.id(), new)
}

/// The transfer without leading dimensions of size 1, and their number.
fn smaller_transfer(rw: &mut Rewriter, op: OpId) -> Result<(Transfer, usize), &'static str> {
    let transfer = Transfer::of(rw, op);
    let vector = VectorType::of(rw, transfer.vector_type).expect("a transfer is of a vector");
    if is_masked(rw, op) || transfer.rank() == 0 || transfer.base_type.element(rw) != Some(vector.element) {
        return Err("it is masked, of rank 0, or of elements that differ");
    }
    match n_dropped(&vector) {
        0 => Err(NONE),
        n => {
            let results = transfer.permutation.results()[n..].to_vec();
            Ok((
                Transfer {
                    permutation: transfer.permutation.with_results(results),
                    in_bounds: transfer.in_bounds[n..].to_vec(),
                    vector_type: trimmed(&vector).ty(rw),
                    ..transfer
                },
                n,
            ))
        }
    }
}

/// The mask for a transfer with dropped dimensions.
fn smaller_mask(rw: &mut Rewriter, transfer: &Transfer) -> Option<Value> {
    let mask = transfer.mask?;
    let old = VectorType::at(rw, mask);
    let vector = VectorType::of(rw, transfer.vector_type)?;
    let ty = infer_mask_type(rw, &vector, &transfer.permutation)?;
    let new = VectorType::of(rw, ty)?;
    Some(match check_broadcastable(rw, ty, &old) {
        Ok(()) => drop_dims(rw, mask, old.rank() - new.rank()),
        Err(_) => shape_cast(rw, ty, mask),
    })
}

#[pattern]
fn read(op: TransferReadOp, rw: &mut Rewriter) -> Match {
    let (transfer, _) = match smaller_transfer(rw, op.id()) {
        Ok(smaller) => smaller,
        Err(reason) => return rw.no_match(op, reason),
    };
    let transfer = Transfer { mask: smaller_mask(rw, &transfer), ..transfer };
    let new = rw.value(transfer.read(rw.cx(), op.padding(rw)));
    restore(rw, op.id(), new)
}

#[pattern]
fn write(op: TransferWriteOp, rw: &mut Rewriter) -> Match {
    let (transfer, n) = match smaller_transfer(rw, op.id()) {
        Ok(smaller) => smaller,
        Err(reason) => return rw.no_match(op, reason),
    };
    let vector = drop_dims(rw, op.value_to_store(rw), n);
    let transfer = Transfer { mask: smaller_mask(rw, &transfer), ..transfer };
    rw.replace_with(op, transfer.write(rw.cx(), vector));
    Match::Yes
}

fn is_elementwise(def: &'static OpDef) -> bool {
    def.has(TraitSet::ELEMENTWISE_MAPPABLE)
}

fn elementwise(op: OpId, rw: &mut Rewriter) -> Match {
    let [result] = rw.results(op)[..] else { return rw.no_match(op, "there is not one result") };
    let Some(vector) = VectorType::of(rw, rw.ty(result)) else { return rw.no_match(op, "the result is no vector") };
    let n = n_dropped(&vector);
    if n == 0 {
        return rw.no_match(op, NONE);
    }
    let operands: Vec<Value> = rw.operands(op).collect();
    let operands: Vec<Value> = operands
        .into_iter()
        .map(|operand| if rw.ty(operand).is_vector(rw) { drop_dims(rw, operand, n) } else { operand })
        .collect();
    let ty = trimmed(&vector).ty(rw);
    let value = like(rw, op, &operands, ty);
    restore(rw, op, value)
}

/// Drops a parallel dimension of size 1 that comes first in the result; in operands it is moved to the front.
fn contraction(op: ContractionOp, mask: Option<MaskOp>, rw: &mut Rewriter) -> Lowered {
    let view = OpRef::new(rw, op.id());
    let (maps, mut iterators) = (ContractionOp::maps(view), view.get(ContractionOp::iterator_types));
    let acc = VectorType::of(rw, rw.ty(op.acc(rw))).filter(|acc| acc.rank() >= 2 && acc.shape[0] == 1);
    acc.ok_or("the first dimension of the result is not of size 1, or the only one")?;
    let dropped = maps[2].dim_position(0).ok_or("the map is no projected permutation")?;
    if iterators.remove(dropped as usize) != IteratorType::Parallel {
        return Err("the dimension is reduced");
    }
    let mut operands = [op.lhs(rw), op.rhs(rw), op.acc(rw)];
    let mut new_maps = Vec::new();
    for (operand, map) in operands.iter_mut().zip(&maps) {
        let place = map.result_position(dropped);
        if let Some(place) = place.filter(|&place| place != 0) {
            bring_to_front(rw, operand, place);
        }
        if place.is_some() {
            *operand = drop_dims(rw, *operand, 1);
        }
        let dims = map.results().iter().filter_map(|expr| expr.as_dim()).filter(|&dim| dim != dropped);
        let dims = dims.map(|dim| if dim < dropped { dim } else { dim - 1 });
        let map = AffineMap::with_targets(map.n_dims() - 1, dims);
        new_maps.push(rw.cx().attr(AttrData::AffineMap(map)));
    }
    let kinds: Vec<Attr> = iterators.iter().map(|iterator| iterator.attr(rw.cx())).collect();
    let (maps, kinds) = (rw.array_attr(&new_maps), rw.array_attr(&kinds));
    let [lhs, rhs, acc] = operands;
    let ty = rw.ty(acc);
    let new = ContractionOp::build(ty, lhs, rhs, acc, maps, kinds).prop(ContractionOp::KIND, op.kind(rw));
    let new = rw.create(new).id();
    let mask = mask.map(|mask| mask.mask(rw)).map(|mask| drop_dims(rw, mask, 1));
    let outer = masked(rw, new, mask);
    let (value, ty) = (rw.result(outer, 0), rw.ty(op.result(rw)));
    Ok(Some(broadcast(rw, ty, value)))
}

/// Moves dimension `place` to the front. A transpose of nothing but leading dimensions of size 1 is omitted.
fn bring_to_front(rw: &mut Rewriter, operand: &mut Value, place: usize) {
    let parts = VectorType::at(rw, *operand);
    let mut order: Vec<i64> = (0..parts.rank() as i64).collect();
    let first = order.remove(place);
    order.insert(0, first);
    let moves = |(index, &dim): (usize, &i64)| dim != index as i64 && parts.shape[index] != 1;
    if order[..order.len() - 1].iter().enumerate().any(moves) {
        *operand = create_or_fold(rw, TransposeOp::of(rw.cx(), *operand, &parts, &order));
    }
}
