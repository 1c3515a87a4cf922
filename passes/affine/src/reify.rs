//! Bounds as operations: the sizes in a bound are asked for, and an `affine.apply` computes it.

use rmlir::affine::AffineExpr;
use rmlir::analysis::bounds::QuantityMap;
use rmlir::core::attrs::AttrData;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::value_bounds::Quantity;
use rmlir::prelude::*;
use rmlir_affine::ApplyOp;
use rmlir_affine::compose::canonicalize_map_and_operands;
use rmlir_arith::{IndexCastOp, constant_index};

/// Makes what computes `bound` at the insertion point; no operation is made for a constant, or for what is there
/// already. `None` if it is in terms of sizes of something that is neither a tensor nor a memref.
pub fn materialize_bound(rw: &mut Rewriter, bound: &QuantityMap) -> Option<MixedIndex> {
    if !bound.operands.iter().all(|&operand| can_be_asked(rw, operand)) {
        return None;
    }
    let mut operands: Vec<Value> = bound.operands.iter().map(|&operand| materialize_quantity(rw, operand)).collect();
    let mut map = bound.map.clone();
    canonicalize_map_and_operands(rw, &mut map, &mut operands);
    let expr: &AffineExpr = map.result(0);
    if let Some(number) = expr.as_constant() {
        return Some(MixedIndex::Static(number));
    }
    let input = expr.as_dim().or_else(|| expr.as_symbol().map(|symbol| map.n_dims() + symbol));
    if let Some(input) = input {
        return Some(MixedIndex::Dynamic(operands[input as usize]));
    }
    let map = rw.cx().attr(AttrData::AffineMap(map));
    Some(MixedIndex::Dynamic(rw.value(ApplyOp::build(&operands, map))))
}

fn can_be_asked(body: &Body, Quantity { value, dim }: Quantity) -> bool {
    let ty = body.ty(value);
    match dim {
        None => ty.is_index() || ty.signless_width(body).is_some(),
        Some(_) => ty.is_tensor(body) || ty.is_memref(body),
    }
}

fn materialize_quantity(rw: &mut Rewriter, Quantity { value, dim }: Quantity) -> Value {
    let ty = rw.ty(value);
    let Some(dim) = dim else {
        return if ty.is_index() { value } else { rw.value(IndexCastOp::build(Type::INDEX, value)) };
    };
    let dim = constant_index(rw, dim as i64);
    if ty.is_tensor(rw) {
        rw.value(rmlir_tensor::DimOp::build(value, dim))
    } else {
        rw.value(rmlir_memref::DimOp::build(value, dim))
    }
}
