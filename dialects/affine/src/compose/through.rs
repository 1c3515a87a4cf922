//! Composition of a map with the operations that define its operands.
//!
//! Algorithm: while an operand is defined by `affine.apply`, substitute the expression of that operation for its input,
//! whose operands become further inputs; an operand defined by `affine.delinearize_index` is replaced where the map is
//! its inverse. Substituted inputs leave a gap (`None`); finally the gaps are removed and the map is simplified.

use rmlir::affine_maps::{AffineExpr, AffineMap, Constraint, IntegerSet};
use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rustc_hash::FxHashSet;

use super::canonical::{canonicalize_map_and_operands, canonicalize_set_and_operands};
use super::delinearized::undo_delinearization;
use super::inputs::Inputs;
use crate::syntax::map_attr;
use crate::{ApplyOp, DelinearizeIndexOp};

/// Composes `map` with the `affine.apply` operations that define its operands, then brings both into
/// canonical form and simplifies the map.
pub fn compose_map_and_operands(body: &Body, map: &mut AffineMap, operands: &mut Vec<Value>) {
    let is_made =
        |&operand: &Value| is_applied(body, operand) || body.defined_by::<DelinearizeIndexOp>(operand).is_some();
    if map.n_results() > 0 && operands.iter().any(is_made) {
        let mut inputs = Inputs::new(map, operands);
        while (0..inputs.len()).any(|position| replace_input(body, map, &mut inputs, position)) {}
        (*map, *operands) = inputs.closed(map);
    }
    canonicalize_map_and_operands(body, map, operands);
    *map = map.simplify();
}

/// Substitutes the definition of one input's operand. Returns whether it did.
fn replace_input(body: &Body, map: &mut AffineMap, inputs: &mut Inputs, position: usize) -> bool {
    let (place, input) = inputs.input(position);
    let Some(value) = *place else { return false };
    if let Some(op) = body.defined_by::<DelinearizeIndexOp>(value) {
        return undo_delinearization(body, op, value, map, inputs);
    }
    let Some(apply) = body.defined_by::<ApplyOp>(value).filter(|&apply| !is_in_cycle(body, apply)) else {
        return false;
    };
    *place = None;
    let (mut inner, mut operands) = apply.value_map(body);
    canonicalize_map_and_operands(body, &mut inner, &mut operands);
    let (n_dims, n_symbols) = (inputs.dims.len() as u32, inputs.symbols.len() as u32);
    let expr = inner.result(0).shift_dims(inner.n_dims(), n_dims, 0).shift_symbols(inner.n_symbols(), n_symbols, 0);
    let (dims, symbols) = operands.split_at(inner.n_dims() as usize);
    inputs.dims.extend(dims.iter().copied().map(Some));
    inputs.symbols.extend(symbols.iter().copied().map(Some));
    *map = map.replace(&input, &expr, inputs.dims.len() as u32, inputs.symbols.len() as u32);
    true
}

fn is_applied(body: &Body, value: Value) -> bool {
    body.defined_by::<ApplyOp>(value).is_some_and(|apply| !is_in_cycle(body, apply))
}

/// Whether `apply` depends on its own result through composable operations, as is possible in graph regions and
/// unreachable code.
fn is_in_cycle(body: &Body, apply: ApplyOp) -> bool {
    let (mut waiting, mut seen) = (vec![apply.id()], FxHashSet::default());
    while let Some(at) = waiting.pop() {
        for before in body.operands(at).filter_map(|operand| body.defining_op(operand)) {
            let view = OpRef::new(body, before);
            if before == apply.id() {
                return true;
            }
            if (view.is::<ApplyOp>() || view.is::<DelinearizeIndexOp>()) && seen.insert(before) {
                waiting.push(before);
            }
        }
    }
    false
}

/// As [`compose_map_and_operands`], until no operand is defined by an `affine.apply`.
pub fn fully_compose_map_and_operands(body: &Body, map: &mut AffineMap, operands: &mut Vec<Value>) {
    while operands.iter().any(|&operand| is_applied(body, operand)) {
        compose_map_and_operands(body, map, operands);
    }
}

/// Composes `set` with the `affine.apply` operations that define its operands, then brings both into canonical form.
pub fn compose_set_and_operands(body: &Body, set: &mut IntegerSet, operands: &mut Vec<Value>) {
    if operands.iter().any(|&operand| is_applied(body, operand)) {
        let exprs: Vec<AffineExpr> = set.constraints().iter().map(|constraint| constraint.expr.clone()).collect();
        let mut map = AffineMap::new(set.n_dims(), set.n_symbols(), exprs);
        compose_map_and_operands(body, &mut map, operands);
        let constraints = map.results().iter().zip(set.constraints());
        let constraints = constraints.map(|(expr, old)| Constraint { expr: expr.clone(), is_eq: old.is_eq });
        *set = IntegerSet::new(map.n_dims(), map.n_symbols(), constraints.collect::<Vec<_>>());
    }
    canonicalize_set_and_operands(body, set, operands);
}

/// `map` over the operands that are values; constants are substituted.
pub fn map_with_constants_folded(map: &AffineMap, operands: &[MixedIndex]) -> (AffineMap, Vec<Value>) {
    let known = |operand: &MixedIndex| match *operand {
        MixedIndex::Static(number) => Some(number),
        MixedIndex::Dynamic(_) => None,
    };
    let inputs: Vec<Option<i64>> = operands.iter().map(known).collect();
    let values = operands.iter().filter_map(|operand| operand.value());
    (map.fold_inputs(&inputs), values.collect())
}

/// Creates the only result of `map`, composed with the definitions of the operands, at the insertion point.
pub fn make_composed_apply(rw: &mut Rewriter, loc: Loc, map: &AffineMap, operands: &[MixedIndex]) -> Value {
    let (mut map, mut values) = map_with_constants_folded(map, operands);
    compose_map_and_operands(rw, &mut map, &mut values);
    let map = map_attr(rw, map);
    rw.value(ApplyOp::build(&values, map).at(loc))
}

/// As [`make_composed_apply`], but a result that is constant or one of the operands is folded.
pub fn make_composed_folded_apply(rw: &mut Rewriter, loc: Loc, map: &AffineMap, operands: &[MixedIndex]) -> MixedIndex {
    let (mut map, mut values) = map_with_constants_folded(map, operands);
    compose_map_and_operands(rw, &mut map, &mut values);
    let expr = map.result(0);
    let known = match (expr.as_constant(), expr.as_dim(), expr.as_symbol()) {
        (Some(value), ..) => Some(MixedIndex::Static(value)),
        (_, Some(dim), _) => Some(MixedIndex::Dynamic(values[dim as usize])),
        (.., Some(symbol)) => Some(MixedIndex::Dynamic(values[(map.n_dims() + symbol) as usize])),
        _ => None,
    };
    known.unwrap_or_else(|| {
        let map = map_attr(rw, map);
        MixedIndex::Dynamic(rw.value(ApplyOp::build(&values, map).at(loc)))
    })
}
