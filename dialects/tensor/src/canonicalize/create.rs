//! `tensor.empty` and `tensor.generate`.

use rmlir::core::clone::CloneMap;
use rmlir::core::effects::would_be_trivially_dead;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_arith::get_constant_int_value;

use super::replace_by_cast;
use crate::types::TensorParts;
use crate::{CastOp, DimOp, EmptyOp, ExtractOp, GenerateOp, can_fold_into_producer};

canonicalize! {
    EmptyOp: cast_of_empty, dim_of_empty, static_empty;
    GenerateOp: extract_of_generate, static_generate;
}

/// The type `ty` with constant sizes made static, and the remaining dynamic sizes; `None` if no size is constant.
fn with_constant_sizes(body: &Body, ty: Type, sizes: &[Value]) -> Option<(Type, Vec<Value>)> {
    let parts = TensorParts::of(body, ty)?;
    let mut left = Vec::new();
    let mut given = sizes.iter();
    let mut size = |&known: &i64| {
        if known != DYNAMIC {
            return Some(known);
        }
        let &value = given.next()?;
        let constant = get_constant_int_value(body, value).filter(|&number| number >= 0);
        if constant.is_none() {
            left.push(value);
        }
        Some(constant.unwrap_or(DYNAMIC))
    };
    let shape: Vec<i64> = parts.shape.iter().map(&mut size).collect::<Option<_>>()?;
    let new = parts.with_shape(body, &shape);
    (new != ty).then_some((new, left))
}

#[pattern]
pub(crate) fn static_empty(op: EmptyOp, rw: &mut Rewriter) -> Match {
    let found = with_constant_sizes(rw, rw.ty(op.result(rw)), &op.dynamicSizes(rw));
    let Some((ty, sizes)) = found else { return Match::No };
    rw.before(op.id());
    let new = rw.value(EmptyOp::build(ty, &sizes));
    replace_by_cast(rw, op, new)
}

#[pattern]
pub(crate) fn dim_of_empty(op: DimOp, rw: &mut Rewriter) -> Match {
    let Some(empty) = rw.defined_by::<EmptyOp>(op.source(rw)) else { return Match::No };
    let index = op.constant_index(rw).and_then(|index| usize::try_from(index).ok());
    match index.and_then(|index| empty.dynamic_size(rw, index)) {
        Some(size) => rw.replace(op, [size]),
        None => Match::No,
    }
}

/// Folds a cast that makes sizes static into the empty tensor.
#[pattern]
pub(crate) fn cast_of_empty(op: CastOp, rw: &mut Rewriter) -> Match {
    if !can_fold_into_producer(rw, op) {
        return Match::No;
    }
    let Some(empty) = rw.defined_by::<EmptyOp>(op.source(rw)) else { return Match::No };
    let ty = rw.ty(op.dest(rw));
    let (from, to) = (rw.ty(op.source(rw)), ty.shape(rw).unwrap_or_default());
    let from = from.shape(rw).unwrap_or_default();
    if from.iter().zip(to).any(|(&from, &to)| from != DYNAMIC && from != to) {
        return rw.no_match(empty, "mismatch in static value of shape of empty tensor result and cast result");
    }
    let unknown = from.iter().zip(to).filter(|(from, _)| **from == DYNAMIC);
    let left = unknown.zip(empty.dynamicSizes(rw)).filter(|((_, to), _)| **to == DYNAMIC);
    let sizes: Vec<Value> = left.map(|(_, value)| value).collect();
    rw.replace_with(op, EmptyOp::build(ty, &sizes));
    Match::Yes
}

#[pattern]
pub(crate) fn static_generate(op: GenerateOp, rw: &mut Rewriter) -> Match {
    let found = with_constant_sizes(rw, rw.ty(op.result(rw)), &op.dynamicExtents(rw));
    let Some((ty, sizes)) = found else { return Match::No };
    rw.before(op.id());
    let new = rw.create(GenerateOp::build(ty, &sizes));
    rw.take_blocks(op.body(rw), new.body(rw));
    let new = new.result(rw);
    replace_by_cast(rw, op, new)
}

/// Replaces an element by the computation of the region for its indices.
#[pattern]
pub(crate) fn extract_of_generate(op: ExtractOp, rw: &mut Rewriter) -> Match {
    let Some(generate) = rw.defined_by::<GenerateOp>(op.tensor(rw)) else { return Match::No };
    if !would_be_trivially_dead(OpRef::new(rw, generate.id())) {
        return Match::No;
    }
    let block = rw.entry(generate.body(rw)).expect("the region has a block");
    let mut map = CloneMap::default();
    map.values.extend(rw.args(block).iter().copied().zip(op.indices(rw)));
    rw.before(op.id());
    let mut inner: Vec<OpId> = rw.ops(block).collect();
    let last = inner.pop().expect("the region ends with a yield");
    for inner in inner {
        rw.clone_op(inner, &mut map);
    }
    let element = map.value(rw.operand(last, 0));
    rw.replace(op, [element])
}
