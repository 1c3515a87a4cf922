//! Verification that several operations share.

use std::cell::LazyCell;

use rmlir::affine_maps::AffineMap;
use rmlir::prelude::*;

use crate::scope::{affine_scope, is_induction_var, is_valid_dim_in, is_valid_symbol_in};

/// Verifies that a map has as many operands as dimensions and symbols.
pub(crate) fn check_operand_count(op: OpRef, n_operands: usize, map: &AffineMap) -> Checked {
    match n_operands == map.n_inputs() as usize {
        true => Ok(()),
        false => Err(op.error("operand count and affine map dimension and symbol count must match")),
    }
}

/// Verifies that the first `n_dims` of `operands` are valid dimensions, the others valid symbols.
pub(crate) fn check_dims_and_symbols<'a>(
    op: OpRef,
    operands: impl IntoIterator<Item = ValueRef<'a>>,
    n_dims: usize,
) -> Checked {
    // Nearly all operands are induction variables, which are dimensions in any scope.
    let scope = LazyCell::new(|| affine_scope(op.body, op.id));
    for (index, operand) in operands.into_iter().enumerate() {
        if index < n_dims {
            let is_counter = operand.ty().is_index() && is_induction_var(op.body, operand.id);
            if !is_counter && !is_valid_dim_in(op.body, operand.id, *scope) {
                return Err(op.error("operand cannot be used as a dimension id"));
            }
        } else if !is_valid_symbol_in(op.body, operand.id, *scope) {
            return Err(op.error("operand cannot be used as a symbol"));
        }
    }
    Ok(())
}

/// Whether `value` may be a dimension or a symbol at `op`.
pub(crate) fn is_valid_index(op: OpRef, value: Value) -> bool {
    let scope = affine_scope(op.body, op.id);
    is_valid_dim_in(op.body, value, scope) || is_valid_symbol_in(op.body, value, scope)
}
