//! Builders of the operations that lowerings create.
//!
//! All operations are created at the rewriter's insertion point, with its location.

use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir::rewrite::create_or_fold;
use rmlir_arith::{ConstantOp, FastMathFlags, MulIOp, SelectOp, constant_index};
use rmlir_memref::DimOp;
use rmlir_tensor as tensor;
use rmlir_vector::*;

/// Extracts the part of `source` at these static positions.
pub fn extract(rw: &mut Rewriter, source: Value, position: &[i64]) -> Value {
    rw.value(ExtractOp::at_static(rw.cx(), source, position))
}

/// Extracts the part of `source` at these positions.
pub fn extract_at(rw: &mut Rewriter, source: Value, position: &[MixedIndex]) -> Value {
    rw.value(ExtractOp::at(rw.cx(), source, position))
}

/// Inserts `value` into `dest` at these static positions.
pub fn insert(rw: &mut Rewriter, value: Value, dest: Value, position: &[i64]) -> Value {
    rw.value(InsertOp::at_static(rw.cx(), value, dest, position))
}

/// Inserts `value` into `dest` at these positions.
pub fn insert_at(rw: &mut Rewriter, value: Value, dest: Value, position: &[MixedIndex]) -> Value {
    rw.value(InsertOp::at(rw.cx(), value, dest, position))
}

/// Broadcasts `value` to type `ty`.
pub fn broadcast(rw: &mut Rewriter, ty: Type, value: Value) -> Value {
    rw.value(BroadcastOp::build(ty, value))
}

/// Permutes the dimensions of `value`.
pub fn transpose(rw: &mut Rewriter, value: Value, order: &[i64]) -> Value {
    let parts = VectorType::at(rw, value);
    rw.value(TransposeOp::of(rw.cx(), value, &parts, order))
}

/// Casts `value` to another shape.
pub fn shape_cast(rw: &mut Rewriter, ty: Type, value: Value) -> Value {
    rw.value(ShapeCastOp::build(ty, value))
}

/// Creates the constant `value`.
pub fn constant(rw: &mut Rewriter, value: Attr) -> Value {
    rw.value(ConstantOp::build(value))
}

/// The zero of type `ty`, a scalar or a vector.
pub fn zero_attr(cx: &Context, ty: Type) -> Option<Attr> {
    match ty.element(cx) {
        Some(element) => splat_attr(cx, ty, cx.zero_attr(element)?),
        None => cx.zero_attr(ty),
    }
}

/// Creates the constant zero of type `ty`, a scalar or a vector.
pub fn zero(rw: &mut Rewriter, ty: Type) -> Value {
    let value = zero_attr(rw, ty).expect("vectors and what they are combined with are made of numbers");
    constant(rw, value)
}

/// Creates the vector scale times `factor`.
pub fn vscale_multiple(rw: &mut Rewriter, factor: i64) -> Value {
    let vscale = rw.value(VectorScaleOp::build());
    let factor = constant_index(rw, factor);
    rw.value(MulIOp::build(vscale, factor))
}

/// Selects `value` where `mask` is set, `passthru` elsewhere; `value` itself without a mask.
pub fn select_passthru(rw: &mut Rewriter, mask: Option<Value>, value: Value, passthru: Value) -> Value {
    match mask {
        Some(mask) => rw.value(SelectOp::build(mask, value, passthru)),
        None => value,
    }
}

/// Combines two scalars or vectors; lanes that are not set in `mask` keep `acc`.
pub fn combine(
    rw: &mut Rewriter,
    kind: CombiningKind,
    value: Value,
    acc: Value,
    fastmath: Option<FastMathFlags>,
    mask: Option<Value>,
) -> Value {
    use CombiningKind::*;
    use rmlir_arith::*;
    let fastmath = fastmath.unwrap_or(FastMathFlags::None);
    macro_rules! float {
        ($op:ident) => {
            create_or_fold(rw, $op::build(value, acc).prop($op::FASTMATH, fastmath))
        };
    }
    macro_rules! integer {
        ($op:ident) => {
            create_or_fold(rw, $op::build(value, acc))
        };
    }
    let is_float = rw.ty(value).element_or_self(rw).float_kind(rw).is_some();
    let result = match (kind, is_float) {
        (Add, true) => float!(AddFOp),
        (Add, false) => integer!(AddIOp),
        (Mul, true) => float!(MulFOp),
        (Mul, false) => integer!(MulIOp),
        (MinNumF, _) => float!(MinNumFOp),
        (MaxNumF, _) => float!(MaxNumFOp),
        (MinimumF, _) => float!(MinimumFOp),
        (MaximumF, _) => float!(MaximumFOp),
        (MinSI, _) => integer!(MinSIOp),
        (MinUI, _) => integer!(MinUIOp),
        (MaxSI, _) => integer!(MaxSIOp),
        (MaxUI, _) => integer!(MaxUIOp),
        (And, _) => integer!(AndIOp),
        (Or, _) => integer!(OrIOp),
        (Xor, _) => integer!(XOrIOp),
    };
    select_passthru(rw, mask, result, acc)
}

/// Wraps `op`, which was just created, in `mask`, if there is one; returns the operation with its results.
pub fn masked(rw: &mut Rewriter, op: OpId, mask: Option<Value>) -> OpId {
    let Some(mask) = mask else { return op };
    let types: Vec<Type> = rw.result_types(op).collect();
    let loc = rw.loc(op);
    let state = MaskOp::build(&types, mask, None).at(loc).finish(rw.cx());
    let outer = rw.body_mut().create_op(state);
    let point = rw.insert_point();
    let region = rw.region(outer, 0);
    let block = rw.create_block(region, &[], &[]);
    rw.move_to_end(op, block);
    let results = rw.results(op).to_vec();
    rw.create(YieldOp::build(&results).at(loc));
    rw.set_insert_point(point);
    rw.insert(outer);
    outer
}

/// Creates poison of type `ty`.
pub fn poison(rw: &mut Rewriter, ty: Type) -> Value {
    rw.value(rmlir_ub::PoisonOp::build(ty))
}

/// Shuffles two vectors by this mask.
pub fn shuffle(rw: &mut Rewriter, v1: Value, v2: Value, places: &[i64]) -> Value {
    rw.value(ShuffleOp::build(v1, v2, rw.cx().i64_array(places)))
}

/// Creates dimension `dim` of a memref or tensor, as a value.
pub fn size_of(rw: &mut Rewriter, base: Value, dim: usize) -> Value {
    let index = constant_index(rw, dim as i64);
    let ty = rw.ty(base);
    if ty.is_memref(rw) {
        return create_or_fold(rw, DimOp::build(base, index));
    }
    match ty.shape(rw).map(|shape| shape[dim]).filter(|&size| size != DYNAMIC) {
        Some(size) => constant_index(rw, size),
        None => {
            let state = OpState::of::<tensor::DimOp>(rw.cx()).operands(&[base, index]).results(&[Type::INDEX]);
            let dim = rw.create_state(state);
            rw.result(dim, 0)
        }
    }
}

/// Creates an operation like `op`, which has one result, on other operands; returns its result.
pub fn like(rw: &mut Rewriter, op: OpId, operands: &[Value], ty: Type) -> Value {
    let mut state = OpState::new(rw.name(op)).operands(operands).results(&[ty]).at(rw.loc(op));
    for entry in rw.all_attrs(op) {
        state.set_attr(rw.cx(), entry.name.str(rw), entry.value);
    }
    let new = rw.create_state(state);
    rw.result(new, 0)
}

/// The source of `value`, if it is a broadcast.
pub fn broadcast_source(body: &Body, value: Value) -> Option<Value> {
    defining::<BroadcastOp>(body, value).map(|broadcast| broadcast.source(body))
}
