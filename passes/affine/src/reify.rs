//! Materialization of bounds as operations: sizes in a bound become dim operations, and an `affine.apply` or operations
//! of `arith` compute it.

use rmlir::affine_maps::{AffineExpr, AffineKind, BinaryKind};
use rmlir::analysis::bounds::QuantityMap;
use rmlir::core::attrs::AttrData;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::value_bounds::Quantity;
use rmlir::prelude::*;
use rmlir_affine::ApplyOp;
use rmlir_affine::compose::canonicalize_map_and_operands;
use rmlir_arith::{AddIOp, CeilDivSIOp, FloorDivSIOp, IndexCastOp, MulIOp, SubIOp, constant_index};

/// Materializes `bound` at the insertion point; no operation is created for a constant, or for an existing value.
/// `None` if it is a function of sizes of a value that is neither a tensor nor a memref.
pub fn materialize_bound(rw: &mut Rewriter, bound: &QuantityMap) -> Option<MixedIndex> {
    let mut operands = materialize_operands(rw, bound)?;
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

/// Like [`materialize_bound`], with operations of `arith`.
pub fn materialize_bound_by_arith(rw: &mut Rewriter, bound: &QuantityMap) -> Option<MixedIndex> {
    let operands = materialize_operands(rw, bound)?;
    let expr = bound.map.result(0);
    if let Some(number) = expr.as_constant() {
        return Some(MixedIndex::Static(number));
    }
    let mut values = Vec::new();
    expr.walk(|expr| {
        let value = match expr.kind() {
            AffineKind::Constant(number) => constant_index(rw, number),
            AffineKind::Dim(_) => unreachable!("bounds have no dimensions"),
            AffineKind::Symbol(symbol) => operands[symbol as usize],
            AffineKind::Binary(kind, ..) => {
                let right = values.pop().expect("operands are visited first");
                let left = values.pop().expect("operands are visited first");
                compute(rw, kind, left, right)
            }
        };
        values.push(value);
    });
    values.pop().map(MixedIndex::Dynamic)
}

fn compute(rw: &mut Rewriter, kind: BinaryKind, left: Value, right: Value) -> Value {
    match kind {
        BinaryKind::Add => rw.value(AddIOp::build(left, right)),
        BinaryKind::Mul => rw.value(MulIOp::build(left, right)),
        BinaryKind::FloorDiv => rw.value(FloorDivSIOp::build(left, right)),
        BinaryKind::CeilDiv => rw.value(CeilDivSIOp::build(left, right)),
        BinaryKind::Mod => {
            let quotient = rw.value(FloorDivSIOp::build(left, right));
            let multiple = rw.value(MulIOp::build(quotient, right));
            rw.value(SubIOp::build(left, multiple))
        }
    }
}

fn materialize_operands(rw: &mut Rewriter, bound: &QuantityMap) -> Option<Vec<Value>> {
    if !bound.operands.iter().all(|&operand| can_be_asked(rw, operand)) {
        return None;
    }
    Some(bound.operands.iter().map(|&operand| materialize_quantity(rw, operand)).collect())
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
