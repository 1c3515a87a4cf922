//! Unrolling of contractions along one dimension.
//!
//! First a parallel dimension of both operands is unrolled, then one of either, then a reduction dimension, until a dot
//! product remains. The other strategies are tried first.

use rmlir::affine_maps::AffineMap;
use rmlir::core::attrs::AttrData;
use rmlir::prelude::*;
use rmlir_vector::contract::shared_dims;
use rmlir_vector::{CombiningKind, ContractionOp, IteratorType, MaskOp, ReductionOp, VectorType};

use super::arithmetic::multiply;
use super::layout::Contraction;
use super::strategy::ContractLowering;
use super::{dot, elementwise, outer};
use crate::make::{extract, insert, masked, zero};
use crate::maskable::Lowered;

pub(super) fn lower(op: ContractionOp, mask: Option<MaskOp>, rw: &mut Rewriter, lowering: ContractLowering) -> Lowered {
    let own = Contraction::of(rw, op);
    own.check_parts()?;
    let element = own.result_type.element_or_self(rw);
    if own.lhs_type.element != element || own.rhs_type.element != element {
        return Err("the elements of factors and result are of different types");
    }
    if own.kind != CombiningKind::Add {
        return Err("elements are not added");
    }
    if let Ok(value) = outer::lower(op, mask, rw, lowering) {
        return Ok(value);
    }
    if mask.is_none() {
        if let Ok(value) = dot::lower(op, rw, lowering) {
            return Ok(value);
        }
        if let Ok(value) = elementwise::lower(op, rw, lowering) {
            return Ok(value);
        }
    }
    let mask = mask.map(|mask| mask.mask(rw));
    let view = OpRef::new(rw, op.id());
    let batch = shared_dims(view, IteratorType::Parallel);
    let contracting = shared_dims(view, IteratorType::Reduction);
    if let Some(&(lhs, rhs)) = batch.first() {
        return lower_parallel(rw, &own, Some(lhs), Some(rhs), mask);
    }
    if let Some(dim) = (0..own.lhs_type.rank()).find(|&dim| contracting.iter().all(|pair| pair.0 != dim)) {
        return lower_parallel(rw, &own, Some(dim), None, mask);
    }
    if let Some(dim) = (0..own.rhs_type.rank()).find(|&dim| contracting.iter().all(|pair| pair.1 != dim)) {
        return lower_parallel(rw, &own, None, Some(dim), mask);
    }
    if contracting.is_empty() {
        return Err("there is no dimension left");
    }
    lower_reduction(rw, &own, mask)
}

/// The maps and iterators of a contraction with one iterator removed.
struct Smaller {
    maps: Attr,
    iterators: Attr,
    kind: Attr,
}

impl Smaller {
    fn of(cx: &Context, own: &Contraction, without: usize) -> Self {
        let map = |dims: &Vec<usize>| {
            let kept = dims.iter().filter(|&&dim| dim != without);
            let targets = kept.map(|&dim| if dim < without { dim } else { dim - 1 } as u32);
            let map = AffineMap::with_targets(own.iterators.len() as u32 - 1, targets);
            cx.attr(AttrData::AffineMap(map))
        };
        let maps: Vec<Attr> = own.dims.iter().map(map).collect();
        let mut iterators: Vec<Attr> = own.iterators.iter().map(|iterator| iterator.attr(cx)).collect();
        iterators.remove(without);
        Self { maps: cx.array_attr(&maps), iterators: cx.array_attr(&iterators), kind: own.kind.attr(cx) }
    }

    fn create(&self, rw: &mut Rewriter, [lhs, rhs, acc]: [Value; 3], mask: Option<Value>) -> Value {
        let ty = rw.ty(acc);
        let new = ContractionOp::build(ty, lhs, rhs, acc, self.maps, self.iterators);
        let new = rw.create(new.prop(ContractionOp::KIND, self.kind)).id();
        let outer = masked(rw, new, mask);
        rw.result(outer, 0)
    }
}

/// Extracts position `at` of dimension `dim` of `value`; all of it without a dimension.
fn slice(rw: &mut Rewriter, value: Value, dim: Option<usize>, at: i64) -> Value {
    match dim {
        None => value,
        Some(0) => extract(rw, value, &[at]),
        Some(dim) => {
            let mut vector = VectorType::at(rw, value);
            vector.shape.remove(dim);
            vector.scalable.remove(dim);
            let mut result = zero(rw, vector.ty(rw));
            for row in 0..vector.shape[0] {
                let inner = extract(rw, value, &[row]);
                let inner = slice(rw, inner, Some(dim - 1), at);
                result = insert(rw, inner, result, &[row]);
            }
            result
        }
    }
}

/// Inserts `value` into `result` at position `at` of dimension `dim`; `value` itself without a dimension.
fn put_slice(rw: &mut Rewriter, value: Value, mut result: Value, dim: Option<usize>, at: i64) -> Value {
    match dim {
        None => value,
        Some(0) => insert(rw, value, result, &[at]),
        Some(dim) => {
            for row in 0..VectorType::at(rw, result).shape[0] {
                let into = extract(rw, result, &[row]);
                let inner = extract(rw, value, &[row]);
                let inner = put_slice(rw, inner, into, Some(dim - 1), at);
                result = insert(rw, inner, result, &[row]);
            }
            result
        }
    }
}

/// Creates a contraction for each position of a parallel dimension of one or both operands. A reduction dimension of
/// size 1 in only one operand is handled likewise.
fn lower_parallel(
    rw: &mut Rewriter,
    own: &Contraction,
    lhs_dim: Option<usize>,
    rhs_dim: Option<usize>,
    mask: Option<Value>,
) -> Lowered {
    let (iterator, vector, dim) = match (lhs_dim, rhs_dim) {
        (Some(dim), _) => (own.dims[0][dim], &own.lhs_type, dim),
        (None, Some(dim)) => (own.dims[1][dim], &own.rhs_type, dim),
        (None, None) => return Err("there is no dimension"),
    };
    if rhs_dim.is_some_and(|dim| own.dims[1][dim] != iterator) {
        return Err("the dimensions of the factors are not one iterator");
    }
    if vector.scalable[dim] {
        return Err("a scalable dimension cannot be unrolled");
    }
    let size = vector.shape[dim];
    let result_dim = own.dim_of(2, iterator);
    if result_dim.is_none() && size != 1 {
        return Err("the dimension is not in the result");
    }
    let smaller = Smaller::of(rw, own, iterator);
    let mut result = zero(rw, own.result_type);
    for at in 0..size {
        let lhs = slice(rw, own.lhs, lhs_dim, at);
        let rhs = slice(rw, own.rhs, rhs_dim, at);
        let acc = slice(rw, own.acc, result_dim, at);
        let mask = mask.map(|mask| slice(rw, mask, Some(iterator), at));
        let part = smaller.create(rw, [lhs, rhs, acc], mask);
        result = put_slice(rw, part, result, result_dim, at);
    }
    Ok(Some(result))
}

/// Creates a chain of contractions, one for each position of the first iterator.
fn lower_reduction(rw: &mut Rewriter, own: &Contraction, mask: Option<Value>) -> Lowered {
    if own.result_type.is_vector(rw) {
        return Err("the result is a vector");
    }
    let lhs_dim = own.dim_of(0, 0).ok_or("the first iterator is not in the first factor")?;
    let rhs_dim = own.dim_of(1, 0).ok_or("the first iterator is not in the second factor")?;
    let size = own.lhs_type.shape[lhs_dim];
    if size != own.rhs_type.shape[rhs_dim] {
        return Err("the sizes differ");
    }
    if own.lhs_type.rank() == 1 {
        if own.rhs_type.rank() != 1 {
            return Err("the ranks differ");
        }
        let is_integer = own.result_type.is_integer(rw);
        let product = multiply(rw, own.lhs, own.rhs, is_integer);
        let kind = CombiningKind::Add.attr(rw.cx());
        let sum = rw.create(ReductionOp::build(own.result_type, product, Some(own.acc), kind)).id();
        let outer = masked(rw, sum, mask);
        return Ok(Some(rw.result(outer, 0)));
    }
    let smaller = Smaller::of(rw, own, 0);
    let mut result = own.acc;
    for at in 0..size {
        let lhs = slice(rw, own.lhs, Some(lhs_dim), at);
        let rhs = slice(rw, own.rhs, Some(rhs_dim), at);
        let mask = mask.map(|mask| slice(rw, mask, Some(0), at));
        result = smaller.create(rw, [lhs, rhs, result], mask);
    }
    Ok(Some(result))
}
