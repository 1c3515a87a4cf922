//! Indices that arithmetic computes as affine maps.

use rmlir::affine_maps::{AffineExpr, AffineMap, BinaryKind};
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, MulIOp, SubIOp};

use super::constraints::constant_int;
use crate::scope::{is_valid_dim, is_valid_symbol};

/// The indices as a map over dimensions and symbols, and its operands, if they are affine: sums and products, and differences
/// if these are requested, of valid dimensions and symbols.
pub fn affine_indices(body: &Body, indices: &[Value], differences: bool) -> Option<(AffineMap, Vec<Value>)> {
    let mut operands = Operands { body, dims: Vec::new(), symbols: Vec::new(), differences };
    let exprs: Option<Vec<AffineExpr>> = indices.iter().map(|&index| operands.expr_of(index)).collect();
    let Operands { dims, symbols, .. } = operands;
    let map = AffineMap::new(dims.len() as u32, symbols.len() as u32, exprs?);
    Some((map, [dims, symbols].concat()))
}

/// The operands of the map that is found.
struct Operands<'b, 'c> {
    body: &'b Body<'c>,
    dims: Vec<Value>,
    symbols: Vec<Value>,
    /// Whether differences are part of the map.
    differences: bool,
}

/// The index of `value` in the list, to which it is appended if it is valid there.
fn find_or_add(list: &mut Vec<Value>, value: Value, is_valid: impl Fn(Value) -> bool) -> Option<u32> {
    if let Some(place) = list.iter().position(|&other| other == value) {
        return Some(place as u32);
    }
    if !is_valid(value) {
        return None;
    }
    list.push(value);
    Some(list.len() as u32 - 1)
}

/// How the expressions of both operands become one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Combination {
    Sum,
    Product,
    Difference,
}

impl Operands<'_, '_> {
    /// The value as an expression. Operands are kept on an explicit stack: the recursion depth of arithmetic is unbounded.
    fn expr_of(&mut self, value: Value) -> Option<AffineExpr> {
        enum Step {
            Visit(Value),
            Combine(Combination),
        }
        let (mut steps, mut done) = (vec![Step::Visit(value)], Vec::<AffineExpr>::new());
        while let Some(step) = steps.pop() {
            let value = match step {
                Step::Visit(value) => value,
                Step::Combine(combination) => {
                    let rhs = done.pop().expect("the right operand was visited");
                    let lhs = done.pop().expect("the left operand was visited");
                    done.push(combined(combination, &lhs, &rhs)?);
                    continue;
                }
            };
            match self.combination(value) {
                Some((combination, operands)) => {
                    let [lhs, rhs] = operands.map(Step::Visit);
                    steps.extend([Step::Combine(combination), rhs, lhs]);
                }
                None => done.push(self.leaf(value)?),
            }
        }
        done.pop()
    }

    /// The operation that computes the value from two others, if it becomes part of the map.
    fn combination(&self, value: Value) -> Option<(Combination, [Value; 2])> {
        let op = OpRef::new(self.body, self.body.defining_op(value)?);
        let combination = match () {
            () if op.is::<AddIOp>() => Combination::Sum,
            () if op.is::<MulIOp>() => Combination::Product,
            () if op.is::<SubIOp>() && self.differences => Combination::Difference,
            () => return None,
        };
        Some((combination, [0, 1].map(|index| op.operand(index).id)))
    }

    /// A constant, or a value that is valid as a symbol or dimension.
    fn leaf(&mut self, value: Value) -> Option<AffineExpr> {
        let body = self.body;
        if let Some(constant) = constant_int(body, value) {
            return Some(AffineExpr::constant(constant));
        }
        let symbol = find_or_add(&mut self.symbols, value, |value| is_valid_symbol(body, value));
        match symbol {
            Some(symbol) => Some(AffineExpr::symbol(symbol)),
            None => find_or_add(&mut self.dims, value, |value| is_valid_dim(body, value)).map(AffineExpr::dim),
        }
    }
}

/// `None` for a product of which no factor is constant or symbolic.
fn combined(combination: Combination, lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    match combination {
        Combination::Sum => Some(AffineExpr::binary(BinaryKind::Add, lhs, rhs)),
        Combination::Difference => Some(lhs - rhs),
        Combination::Product if !lhs.is_symbolic_or_constant() && !rhs.is_symbolic_or_constant() => None,
        Combination::Product => Some(AffineExpr::binary(BinaryKind::Mul, lhs, rhs)),
    }
}
