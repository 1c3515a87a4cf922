//! The subject of a query for bounds: an affine expression of quantities.

use rmlir_affine_maps::AffineExpr;
use rmlir_core::Value;
use rmlir_core::mixed_index::MixedIndex;
use rmlir_core::value_bounds::Quantity;

/// An affine expression whose symbols are quantities.
#[derive(Clone, Debug)]
pub struct Variable {
    pub(super) expr: AffineExpr,
    /// The quantity of each symbol.
    pub(super) operands: Vec<Quantity>,
}

impl Variable {
    /// An expression over `operands`, the first `n_dims` of which are dimensions.
    pub fn of_expr(expr: &AffineExpr, n_dims: u32, operands: &[Value]) -> Self {
        let n_symbols = operands.len() as u32;
        let all: Vec<AffineExpr> = (0..n_symbols).map(AffineExpr::symbol).collect();
        let (dims, symbols) = all.split_at(n_dims as usize);
        let operands = operands.iter().map(|&operand| Quantity::index(operand)).collect();
        Self { expr: expr.replace_dims_and_symbols(dims, symbols), operands }
    }

    /// The difference of two quantities.
    pub fn difference(left: Quantity, right: Quantity) -> Self {
        Self { expr: AffineExpr::symbol(0) - AffineExpr::symbol(1), operands: vec![left, right] }
    }
}

impl From<Quantity> for Variable {
    fn from(quantity: Quantity) -> Self {
        Self { expr: AffineExpr::symbol(0), operands: vec![quantity] }
    }
}

impl From<MixedIndex> for Variable {
    fn from(index: MixedIndex) -> Self {
        match index {
            MixedIndex::Static(number) => Self { expr: AffineExpr::constant(number), operands: Vec::new() },
            MixedIndex::Dynamic(value) => Quantity::index(value).into(),
        }
    }
}
