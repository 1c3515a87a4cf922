//! Arithmetic on offsets, sizes and strides that are numbers or values.

use rmlir::affine::{AffineExpr, AffineMap};
use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_affine::compose::{Operand, make_composed_folded_apply};

/// The index constant `number`, at the insertion point.
pub fn index_constant(rw: &mut Rewriter, number: i64) -> Value {
    let attr = rw.index_attr(number);
    let constant = rw.constant("arith", attr, Type::INDEX).expect("arith has constants of type index");
    rw.result(constant, 0)
}

/// The value of an index, a constant at the insertion point if it is a number.
pub fn as_value(rw: &mut Rewriter, index: MixedIndex) -> Value {
    match index {
        MixedIndex::Static(number) => index_constant(rw, number),
        MixedIndex::Dynamic(value) => value,
    }
}

/// The value of `expr` over the symbols `inputs`, at the insertion point.
pub fn apply(rw: &mut Rewriter, expr: AffineExpr, inputs: &[MixedIndex]) -> MixedIndex {
    let operands: Vec<Operand> = inputs
        .iter()
        .map(|&input| match input {
            MixedIndex::Static(number) => Operand::Constant(number),
            MixedIndex::Dynamic(value) => Operand::Value(value),
        })
        .collect();
    let map = AffineMap::new(0, operands.len() as u32, vec![expr]);
    let loc = rw.default_loc();
    match make_composed_folded_apply(rw, loc, &map, &operands) {
        Operand::Constant(number) => MixedIndex::Static(number),
        Operand::Value(value) => MixedIndex::Dynamic(value),
    }
}

/// The product of all of these.
pub fn product(rw: &mut Rewriter, factors: &[MixedIndex]) -> MixedIndex {
    let symbols = (0..factors.len() as u32).map(AffineExpr::symbol);
    let expr = symbols.fold(AffineExpr::constant(1), |product, symbol| &product * &symbol);
    apply(rw, expr, factors)
}
