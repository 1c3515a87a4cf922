//! Operations on elements.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::fold::constant_value;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir::rewrite::create_or_fold;
use rmlir_tensor::CastOp;
use rmlir_tosa::*;

use super::broadcast::{Indices, broadcast_dynamic, target_sizes};
use super::generic::{Nest, empty, identity, map, parallel, shape_of};
use super::scalar;

/// The operations.
pub(super) const OPS: [&str; 38] = [
    AddOp::NAME,
    SubOp::NAME,
    MulOp::NAME,
    IntDivOp::NAME,
    NegateOp::NAME,
    PowOp::NAME,
    ReciprocalOp::NAME,
    RsqrtOp::NAME,
    LogOp::NAME,
    ExpOp::NAME,
    AbsOp::NAME,
    SinOp::NAME,
    CosOp::NAME,
    TanhOp::NAME,
    ErfOp::NAME,
    BitwiseAndOp::NAME,
    BitwiseOrOp::NAME,
    BitwiseNotOp::NAME,
    BitwiseXorOp::NAME,
    LogicalAndOp::NAME,
    LogicalNotOp::NAME,
    LogicalOrOp::NAME,
    LogicalXorOp::NAME,
    rmlir_tosa::CastOp::NAME,
    LogicalLeftShiftOp::NAME,
    LogicalRightShiftOp::NAME,
    ArithmeticRightShiftOp::NAME,
    ClzOp::NAME,
    SelectOp::NAME,
    GreaterOp::NAME,
    GreaterEqualOp::NAME,
    EqualOp::NAME,
    MaximumOp::NAME,
    MinimumOp::NAME,
    CeilOp::NAME,
    FloorOp::NAME,
    ClampOp::NAME,
    SigmoidOp::NAME,
];

/// Computes an operation by a loop nest.
pub(super) fn to_generic(rw: &mut Rewriter, op: OpId) -> Match {
    let operands: Vec<Value> = rw.operands(op).collect();
    let ty = rw.ty(rw.result(op, 0));
    let is_ranked = |ty: Type| ty.is_tensor(rw) && ty.shape(rw).is_some();
    if !is_ranked(ty) || !operands.iter().all(|&operand| is_ranked(rw.ty(operand))) {
        return rw.no_match(op, "Unranked tensors not supported");
    }
    let is_unsigned =
        |ty: Type| ty.element(rw).is_some_and(|ty| ty.int_width(rw).is_some() && ty.signless_width(rw).is_none());
    if is_unsigned(ty) || operands.iter().any(|&operand| is_unsigned(rw.ty(operand))) {
        return rw.no_match(op, "unsigned integers are not supported");
    }
    let n_args = n_broadcast(rw, op).unwrap_or(operands.len());
    let mut indices = Indices::default();
    let operands = &operands[..n_args];
    let Some(targets) = target_sizes(rw, &mut indices, operands) else { return Match::No };
    let Some(operands) = broadcast_dynamic(rw, &mut indices, operands, &targets) else { return Match::No };
    let sizes: Vec<MixedIndex> = targets.iter().map(|target| target.size).collect();
    let element = ty.element_or_self(rw);
    let output = empty(rw, &sizes, element);
    let shape = ty.shape(rw).unwrap_or_default().to_vec();
    let mut maps: Vec<AffineMap> =
        operands.iter().map(|&operand| broadcast_map(&shape_of(rw, operand).unwrap_or_default(), &shape)).collect();
    maps.push(identity(shape.len()));
    let nest =
        Nest { types: &[rw.ty(output)], inputs: &operands, outputs: &[output], maps, iterators: parallel(shape.len()) };
    let results = nest.create(rw, |rw, args| Some(vec![scalar::compute(rw, op, &args[..n_args], element)?]));
    let Some(results) = results else {
        return rw.no_match(op, "unable to create linalg.generic body for elementwise op");
    };
    let result = create_or_fold(rw, CastOp::build(ty, results[0]));
    rw.replace(op, [result])
}

/// The number of leading operands that are broadcast, if it is not that of all: shifts and zero points that are constant
/// are not.
fn n_broadcast(body: &Body, op: OpId) -> Option<usize> {
    let is_constant = |index: usize| constant_value(body, body.operand(op, index)).is_some();
    let view = OpRef::new(body, op);
    match () {
        () if view.is::<MulOp>() => is_constant(2).then_some(2),
        () if view.is::<NegateOp>() => (is_constant(1) || is_constant(2)).then_some(1),
        () => None,
    }
}

/// The indexing map of an operand: its dimensions of size 1 are broadcast.
fn broadcast_map(operand: &[i64], result: &[i64]) -> AffineMap {
    let index = |(dim, (&size, &wanted)): (usize, (&i64, &i64))| match size == 1 && wanted != 1 {
        true => AffineExpr::constant(0),
        false => AffineExpr::dim(dim as u32),
    };
    map(result.len(), operand.iter().zip(result).enumerate().map(index).collect())
}
