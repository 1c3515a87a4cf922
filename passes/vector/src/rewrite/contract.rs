//! Folding of operations on operands or results into contractions.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::attrs::AttrData;
use rmlir::prelude::*;
use rmlir_arith::{ExtFOp, ExtSIOp, ExtUIOp, MulFOp, MulIOp};
use rmlir_vector::*;

use crate::lower::of_benefit;
use crate::make::transpose;
use crate::make::{masked, shape_cast};
use crate::maskable::{Lowered, maskable};

/// The patterns that convert sums of products to contractions, and fold transposes and broadcasts of operands into
/// these.
pub fn reduction_to_contract_patterns(benefit: u16) -> PatternSet {
    let mut set = PatternSet::new();
    set.add(Pattern::of("MultiReduceToContract", multi_reduction_of_product).benefit(benefit));
    set.add(maskable("CombineContractBroadcastMask", benefit, broadcast_factors));
    set.extend(of_benefit(patterns![transposed_factors, transposed_result], benefit));
    set
}

/// The patterns that fold extensions of operands into contractions.
pub fn fold_extension_patterns() -> PatternSet {
    patterns![extended_floats, extended_integers]
}

/// The pattern that makes the reduction dimension the last one in both operands of a matrix product.
pub fn matmul_to_mmt_patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![rows_by_rows], benefit)
}

fn maps_attr(cx: &Context, maps: &[AffineMap]) -> Attr {
    let maps: Vec<Attr> = maps.iter().map(|map| cx.attr(AttrData::AffineMap(map.clone()))).collect();
    cx.array_attr(&maps)
}

/// An adding contraction of these operands with these maps and iterators.
fn contraction(
    cx: &Context,
    ty: Type,
    operands: [Value; 3],
    maps: &[AffineMap],
    iterators: Vec<IteratorType>,
) -> Build<ContractionOp> {
    let [lhs, rhs, acc] = operands;
    ContractionOp::build(ty, lhs, rhs, acc, maps_attr(cx, maps), iterators)
}

/// Upstream drops kinds other than addition here; such contractions are not changed.
fn adds(body: &Body, op: ContractionOp) -> bool {
    op.kind(body) == CombiningKind::Add
}

fn multi_reduction_of_product(op: MultiDimReductionOp, rw: &mut Rewriter) -> Match {
    if op.kind(rw) != CombiningKind::Add {
        return rw.no_match(op, "elements are not added");
    }
    let source = op.source(rw);
    let is_product = defining::<MulIOp>(rw, source).is_some() || defining::<MulFOp>(rw, source).is_some();
    let Some(product) = rw.defining_op(source).filter(|_| is_product) else {
        return rw.no_match(op, "not of a product");
    };
    let rank = VectorType::at(rw, source).rank() as u32;
    let dims = op.reduction_dims(rw);
    let is_reduced = |dim: &u32| dims.contains(&i64::from(*dim));
    let iterator = |dim| if is_reduced(&dim) { IteratorType::Reduction } else { IteratorType::Parallel };
    let iterators: Vec<IteratorType> = (0..rank).map(iterator).collect();
    let identity = AffineMap::identity(rank);
    let result = AffineMap::filtered_identity(rank, |dim| !is_reduced(dim));
    let operands = [rw.operand(product, 0), rw.operand(product, 1), op.acc(rw)];
    let ty = rw.ty(op.dest(rw));
    rw.replace_with(op, contraction(rw.cx(), ty, operands, &[identity.clone(), identity, result], iterators));
    Match::Yes
}

fn permutation_map(order: &[i64]) -> AffineMap {
    AffineMap::with_targets(order.len() as u32, order.iter().map(|&dim| dim as u32))
}

fn inverse(map: &AffineMap) -> AffineMap {
    map.inverse_permutation().expect("the map is a permutation")
}

#[pattern]
fn transposed_factors(op: ContractionOp, rw: &mut Rewriter) -> Match {
    let mut maps = ContractionOp::maps(OpRef::new(rw, op.id()));
    let mut operands = [op.lhs(rw), op.rhs(rw), op.acc(rw)];
    let mut changed = false;
    for index in 0..2 {
        let Some(transposed) = defining::<TransposeOp>(rw, operands[index]) else { continue };
        maps[index] = inverse(&permutation_map(&transposed.order(rw))).compose(&maps[index]);
        operands[index] = transposed.vector(rw);
        changed = true;
    }
    if !changed || !adds(rw, op) {
        return rw.no_match(op, "no factor is transposed");
    }
    let (ty, iterators) = (rw.ty(op.result(rw)), op.iterator_types(rw));
    rw.replace_with(op, contraction(rw.cx(), ty, operands, &maps, iterators));
    Match::Yes
}

#[pattern]
fn transposed_result(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let vector = op.vector(rw);
    let contract =
        defining::<ContractionOp>(rw, vector).filter(|&contract| rw.has_one_use(vector) && adds(rw, contract));
    let Some(contract) = contract else { return rw.no_match(op, "not of a contraction only used here") };
    let Some(acc) = defining::<TransposeOp>(rw, contract.acc(rw)) else {
        return rw.no_match(op, "the accumulator is not transposed");
    };
    let mut maps = ContractionOp::maps(OpRef::new(rw, contract.id()));
    let (acc_map, result_map) = (permutation_map(&acc.order(rw)), permutation_map(&op.order(rw)));
    if inverse(&acc_map) != result_map {
        return rw.no_match(op, "the transposes are not inverse");
    }
    maps[2] = result_map.compose(&maps[2]);
    let operands = [contract.lhs(rw), contract.rhs(rw), acc.vector(rw)];
    let (ty, iterators) = (rw.ty(op.result(rw)), contract.iterator_types(rw));
    rw.replace_with(op, contraction(rw.cx(), ty, operands, &maps, iterators));
    Match::Yes
}

/// The dimensions of the source of a broadcast among those of its result, if no dimension is stretched.
fn kept_dims(from: &VectorType, to: &VectorType) -> Option<Vec<usize>> {
    let lead = to.rank().checked_sub(from.rank()).filter(|&lead| lead > 0)?;
    (from.shape == to.shape[lead..]).then(|| (lead..to.rank()).collect())
}

fn broadcast_factors(op: ContractionOp, mask: Option<MaskOp>, rw: &mut Rewriter) -> Lowered {
    let view = OpRef::new(rw, op.id());
    let (mut maps, iterators) = (ContractionOp::maps(view), view.get(ContractionOp::iterator_types));
    let mut operands = [op.lhs(rw), op.rhs(rw), op.acc(rw)];
    let mut changed = false;
    for index in 0..2 {
        let Some(repeated) = defining::<BroadcastOp>(rw, operands[index]) else { continue };
        let source = repeated.source(rw);
        let Some(from) = VectorType::of(rw, rw.ty(source)) else { continue };
        let to = VectorType::at(rw, operands[index]);
        let Some(kept) = kept_dims(&from, &to) else { continue };
        let is_reduced = |dim: usize| {
            let iterator = maps[index].dim_position(dim).map(|dim| dim as usize);
            iterator.is_some_and(|iterator| iterators[iterator] == IteratorType::Reduction)
        };
        if (0..to.rank() - from.rank()).any(|dim| to.shape[dim] != 1 && is_reduced(dim)) {
            continue;
        }
        let exprs: Vec<AffineExpr> = kept.into_iter().map(|dim| maps[index].result(dim).clone()).collect();
        maps[index] = maps[index].with_results(exprs);
        operands[index] = source;
        changed = true;
    }
    if !changed || !adds(rw, op) {
        return Err("no factor is broadcast");
    }
    let unused = AffineMap::unused_dims(&maps);
    let maps: Vec<AffineMap> = maps.iter().map(|map| map.compress_dims(&unused)).collect();
    let kept: Vec<IteratorType> =
        iterators.iter().zip(&unused).filter(|(_, unused)| !**unused).map(|(&iterator, _)| iterator).collect();
    let is_contracted = |(iterator, kind): (usize, &IteratorType)| {
        let in_both = maps[..2].iter().all(|map| map.result_position(iterator as u32).is_some());
        *kind == IteratorType::Reduction && in_both
    };
    if !kept.iter().enumerate().any(is_contracted) || AffineMap::unused_dims(&maps[..2]).contains(&true) {
        return Err("there would be no reduction of both factors");
    }
    let mask = match mask.map(|mask| mask.mask(rw)) {
        Some(mask) => Some(drop_mask_dims(rw, mask, &unused)?),
        None => None,
    };
    let ty = rw.ty(op.result(rw));
    let new = rw.create(contraction(rw.cx(), ty, operands, &maps, kept)).id();
    let outer = masked(rw, new, mask);
    Ok(Some(rw.result(outer, 0)))
}

/// Drops these dimensions of the mask, which have to be of size 1.
fn drop_mask_dims(rw: &mut Rewriter, mask: Value, dropped: &[bool]) -> Result<Value, &'static str> {
    let parts = VectorType::at(rw, mask);
    if (0..parts.rank()).any(|dim| dropped[dim] && parts.shape[dim] != 1) {
        return Err("a dimension of the mask that goes is longer than 1");
    }
    if !dropped.contains(&true) {
        return Ok(mask);
    }
    let kept: Vec<usize> = (0..parts.rank()).filter(|&dim| !dropped[dim]).collect();
    let smaller = VectorType {
        shape: kept.iter().map(|&dim| parts.shape[dim]).collect(),
        scalable: kept.iter().map(|&dim| parts.scalable[dim]).collect(),
        element: parts.element,
    };
    let ty = smaller.ty(rw);
    Ok(shape_cast(rw, ty, mask))
}

fn fold_extensions<T: Op>(op: ContractionOp, rw: &mut Rewriter) -> Match {
    let operands = [op.lhs(rw), op.rhs(rw)];
    let extended = operands.map(|operand| defining::<T>(rw, operand));
    let [Some(lhs), Some(rhs)] = extended else { return rw.no_match(op, "the factors are not extended") };
    if !adds(rw, op) {
        return rw.no_match(op, "elements are not added");
    }
    let (lhs, rhs) = (rw.operand(lhs.id(), 0), rw.operand(rhs.id(), 0));
    let ty = rw.ty(op.result(rw));
    rw.replace_with(op, ContractionOp::build(ty, lhs, rhs, op.acc(rw), op.indexing_maps(rw), op.iterator_types(rw)));
    Match::Yes
}

#[pattern]
fn extended_floats(op: ContractionOp, rw: &mut Rewriter) -> Match {
    fold_extensions::<ExtFOp>(op, rw)
}

#[pattern]
fn extended_integers(op: ContractionOp, rw: &mut Rewriter) -> Match {
    fold_extensions::<ExtSIOp>(op, rw)
}

/// Transposes a matrix; an extension of elements stays after the transpose.
fn transposed(rw: &mut Rewriter, matrix: Value) -> Value {
    let element = VectorType::at(rw, matrix).element;
    let extended = |rw: &mut Rewriter, source: Value| {
        let turned = transpose(rw, source, &[1, 0]);
        (VectorType::at(rw, turned).with_element(element).ty(rw), turned)
    };
    if let Some(extension) = defining::<ExtSIOp>(rw, matrix) {
        let (ty, turned) = extended(rw, rw.operand(extension.id(), 0));
        return rw.value(ExtSIOp::build(ty, turned));
    }
    if let Some(extension) = defining::<ExtUIOp>(rw, matrix) {
        let (ty, turned) = extended(rw, rw.operand(extension.id(), 0));
        return rw.value(ExtUIOp::build(ty, turned));
    }
    transpose(rw, matrix, &[1, 0])
}

#[pattern]
fn rows_by_rows(op: ContractionOp, rw: &mut Rewriter) -> Match {
    use IteratorType::{Parallel, Reduction};
    let view = OpRef::new(rw, op.id());
    if view.get(ContractionOp::iterator_types) != [Parallel, Parallel, Reduction] || !adds(rw, op) {
        return rw.no_match(op, "contraction is not a gemm");
    }
    let dims = |map: &AffineMap| -> Vec<u32> { map.results().iter().filter_map(AffineExpr::as_dim).collect() };
    let maps: Vec<Vec<u32>> = ContractionOp::maps(view).iter().map(dims).collect();
    let is_swapped = maps[2] == [1, 0];
    // As if the operands had been swapped already.
    let (lhs, rhs) = if is_swapped { (1, 0) } else { (0, 1) };
    let [rows, columns] = if is_swapped { [1, 0] } else { [0, 1] };
    let ready = |dims: &[u32], parallel: u32| match dims {
        dims if dims == [parallel, 2] => Some(false),
        dims if dims == [2, parallel] => Some(true),
        _ => None,
    };
    let (Some(turn_lhs), Some(turn_rhs)) = (ready(&maps[lhs], rows), ready(&maps[rhs], columns)) else {
        return rw.no_match(op, "unhandled contraction form");
    };
    if !is_swapped && !turn_lhs && !turn_rhs {
        return rw.no_match(op, "already in the canonical form");
    }
    let values = [op.lhs(rw), op.rhs(rw)];
    let mut operands = [values[lhs], values[rhs]];
    if turn_rhs {
        operands[1] = transposed(rw, operands[1]);
    }
    if turn_lhs {
        operands[0] = transposed(rw, operands[0]);
    }
    let maps = [[0, 2], [1, 2], [0, 1]].map(|dims| AffineMap::with_targets(3, dims));
    let (ty, iterators) = (rw.ty(op.result(rw)), op.iterator_types(rw));
    rw.replace_with(op, contraction(rw.cx(), ty, [operands[0], operands[1], op.acc(rw)], &maps, iterators));
    Match::Yes
}
