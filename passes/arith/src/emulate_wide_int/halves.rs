//! Pairs of halves: the last dimension of a vector.
//!
//! A half of a vector with one dimension is a scalar; a half of any other keeps a last dimension of 1, which shape
//! casts drop and append.

use rmlir::prelude::*;
use rmlir_vector::{ExtractOp, ExtractStridedSliceOp, InsertOp, InsertStridedSliceOp, ShapeCastOp};

use crate::maker::Maker;

fn shape_of(cx: &Context, ty: Type) -> Vec<i64> {
    ty.shape(cx).map(<[i64]>::to_vec).unwrap_or_default()
}

/// The type of a half of a value of type `pair`.
pub fn half_type(cx: &Context, pair: Type) -> Type {
    let (mut shape, element) = (shape_of(cx, pair), pair.element_or_self(cx));
    if shape.len() <= 1 {
        return element;
    }
    if let Some(last) = shape.last_mut() {
        *last = 1;
    }
    cx.vector_type(&shape, element)
}

/// The half of `pair` with index `index`.
pub fn half(m: &mut Maker, pair: Value, index: i64) -> Value {
    let cx = m.rw.cx();
    let mut sizes = shape_of(cx, m.ty(pair));
    let rank = sizes.len();
    if rank == 1 {
        return m.make(ExtractOp::build(pair, &[], cx.i64_array(&[index])));
    }
    sizes[rank - 1] = 1;
    m.make(ExtractStridedSliceOp::at(cx, pair, &offsets(rank, index), &sizes, &vec![1; rank]))
}

/// The low and the high half of `pair`.
pub fn halves(m: &mut Maker, pair: Value) -> [Value; 2] {
    [0, 1].map(|index| half(m, pair, index))
}

fn offsets(rank: usize, last: i64) -> Vec<i64> {
    let mut offsets = vec![0; rank];
    offsets[rank - 1] = last;
    offsets
}

/// `pair` with the half at `index` replaced by `half`.
pub fn insert(m: &mut Maker, half: Value, pair: Value, index: i64) -> Value {
    let cx = m.rw.cx();
    if m.ty(half).is_integer(cx) {
        return m.make(InsertOp::build(half, pair, &[], cx.i64_array(&[index])));
    }
    let rank = shape_of(cx, m.ty(pair)).len();
    let list = |values: &[i64]| {
        let entries: Vec<Attr> = values.iter().map(|&value| cx.i64_attr(value)).collect();
        cx.array_attr(&entries)
    };
    m.make(InsertStridedSliceOp::build(half, pair, list(&offsets(rank, index)), list(&vec![1; rank])))
}

/// The pair of type `ty` with these halves.
pub fn join(m: &mut Maker, ty: Type, [low, high]: [Value; 2]) -> Value {
    let zero = m.int(ty, 0);
    let with_low = insert(m, low, zero, 0);
    insert(m, high, with_low, 1)
}

/// `value` without its last dimension, which is 1; a scalar is unchanged.
pub fn drop_unit(m: &mut Maker, value: Value) -> Value {
    let (cx, ty) = (m.rw.cx(), m.ty(value));
    if !ty.is_vector(cx) {
        return value;
    }
    let mut shape = shape_of(cx, ty);
    shape.pop();
    m.make(ShapeCastOp::build(cx.vector_type(&shape, ty.element_or_self(cx)), value))
}

/// `value` with one more dimension of 1; a scalar is unchanged.
pub fn append_unit(m: &mut Maker, value: Value) -> Value {
    let (cx, ty) = (m.rw.cx(), m.ty(value));
    if !ty.is_vector(cx) {
        return value;
    }
    let mut shape = shape_of(cx, ty);
    shape.push(1);
    m.make(ShapeCastOp::build(cx.vector_type(&shape, ty.element_or_self(cx)), value))
}
