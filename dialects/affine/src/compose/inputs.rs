//! The inputs of a map that is being composed.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::prelude::*;

/// The operands of a map that is being composed; `None` is a gap.
pub(super) struct Inputs {
    pub dims: Vec<Option<Value>>,
    pub symbols: Vec<Option<Value>>,
}

impl Inputs {
    pub fn new(map: &AffineMap, operands: &[Value]) -> Self {
        let (dims, symbols) = operands.split_at(map.n_dims() as usize);
        let some = |list: &[Value]| list.iter().copied().map(Some).collect();
        Self { dims: some(dims), symbols: some(symbols) }
    }

    pub fn len(&self) -> usize {
        self.dims.len() + self.symbols.len()
    }

    /// The input at `position`, dimensions first, as its operand and as an expression.
    pub fn input(&mut self, position: usize) -> (&mut Option<Value>, AffineExpr) {
        match position.checked_sub(self.dims.len()) {
            None => (&mut self.dims[position], AffineExpr::dim(position as u32)),
            Some(symbol) => (&mut self.symbols[symbol], AffineExpr::symbol(symbol as u32)),
        }
    }

    /// The last input that `value` is the operand of, symbols after dimensions.
    pub fn last_expr_of(&self, value: Value) -> Option<AffineExpr> {
        let last = |list: &[Option<Value>]| list.iter().rposition(|&known| known == Some(value));
        let symbol = last(&self.symbols).map(|position| AffineExpr::symbol(position as u32));
        symbol.or_else(|| last(&self.dims).map(|position| AffineExpr::dim(position as u32)))
    }

    /// The map and operands without the gaps.
    pub fn closed(self, map: &AffineMap) -> (AffineMap, Vec<Value>) {
        let all = || self.dims.iter().chain(&self.symbols);
        if all().all(Option::is_some) {
            return (map.clone(), all().copied().flatten().collect());
        }
        let mut operands = Vec::new();
        let mut close = |list: Vec<Option<Value>>, input: fn(u32) -> AffineExpr| {
            let start = operands.len();
            let mut exprs = Vec::with_capacity(list.len());
            for value in list {
                exprs.push(match value {
                    Some(_) => input((operands.len() - start) as u32),
                    None => AffineExpr::constant(0),
                });
                operands.extend(value);
            }
            (exprs, (operands.len() - start) as u32)
        };
        let (dims, n_dims) = close(self.dims, AffineExpr::dim);
        let (symbols, n_symbols) = close(self.symbols, AffineExpr::symbol);
        (map.replace_dims_and_symbols(&dims, &symbols, n_dims, n_symbols), operands)
    }
}
