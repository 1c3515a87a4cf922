//! Canonicalization of `affine.min` and `affine.max`: minimal number and canonical order of results.

use rmlir::affine_maps::{AffineExpr, AffineMap, flatten};
use rmlir::prelude::*;

use super::simplify::{simplify_max, simplify_min};
use crate::min_max::MinOrMax;
use crate::syntax::map_attr;
use crate::{ApplyOp, MaxOp, MinOp};

canonicalize! {
    MinOp: single_result_of_min, deduplicate_min, merge_min, simplify_min, order_min;
    MaxOp: single_result_of_max, deduplicate_max, merge_max, simplify_max, order_max;
}

fn replace_map<T: MinOrMax>(op: T, rw: &mut Rewriter, map: AffineMap, operands: &[Value]) -> Match {
    let map = map_attr(rw, map);
    rw.replace_with(op.id(), T::build_with(operands, map));
    Match::Yes
}

fn operands_of<T: MinOrMax>(op: T, body: &Body) -> Vec<Value> {
    body.operands(op.id()).collect()
}

/// Replaces an operation with one result by `affine.apply`.
fn single_result<T: MinOrMax>(op: T, rw: &mut Rewriter) -> Match {
    let map = op.affine_map(rw).clone();
    if map.n_results() != 1 {
        return rw.no_match(op.id(), "the map has several results");
    }
    let operands = operands_of(op, rw);
    let map = map_attr(rw, map);
    rw.replace_with(op.id(), ApplyOp::build(&operands, map));
    Match::Yes
}

/// Removes duplicate results.
fn deduplicate<T: MinOrMax>(op: T, rw: &mut Rewriter) -> Match {
    let map = op.affine_map(rw).clone();
    let mut exprs: Vec<AffineExpr> = Vec::new();
    for expr in map.results() {
        if !exprs.contains(expr) {
            exprs.push(expr.clone());
        }
    }
    if exprs.len() == map.n_results() {
        return rw.no_match(op.id(), "all results differ");
    }
    let operands = operands_of(op, rw);
    replace_map(op, rw, map.with_results(exprs), &operands)
}

/// Replaces a result that is an operand defined by an operation of the same kind by the results of that operation.
fn merge<T: MinOrMax>(op: T, rw: &mut Rewriter) -> Match {
    let map = op.affine_map(rw).clone();
    let operands = operands_of(op, rw);
    let (dims, symbols) = operands.split_at(map.n_dims() as usize);
    let (mut dims, mut symbols) = (dims.to_vec(), symbols.to_vec());
    let (mut exprs, mut producers) = (Vec::new(), Vec::new());
    for expr in map.results() {
        let dim = expr.as_dim().map(|position| dims[position as usize]);
        let operand = dim.or_else(|| expr.as_symbol().map(|position| symbols[position as usize]));
        match operand.and_then(|operand| rw.defined_by::<T>(operand)) {
            Some(producer) => producers.push(producer),
            None => exprs.push(expr.clone()),
        }
    }
    if producers.is_empty() {
        return rw.no_match(op.id(), "no result is that of another operation of this kind");
    }
    for producer in producers {
        let inner = producer.affine_map(rw);
        let inner_operands = operands_of(producer, rw);
        let (inner_dims, inner_symbols) = inner_operands.split_at(inner.n_dims() as usize);
        for expr in inner.results() {
            let expr = expr.shift_dims(inner.n_dims(), dims.len() as u32, 0);
            exprs.push(expr.shift_symbols(inner.n_symbols(), symbols.len() as u32, 0));
        }
        dims.extend_from_slice(inner_dims);
        symbols.extend_from_slice(inner_symbols);
    }
    let map = AffineMap::new(dims.len() as u32, symbols.len() as u32, exprs);
    replace_map(op, rw, map, &[dims, symbols].concat())
}

/// Sorts the results by their coefficients, unless one contains a division or is not purely affine.
fn order<T: MinOrMax>(op: T, rw: &mut Rewriter) -> Match {
    let map = op.affine_map(rw).clone();
    let Some(ordered) = ordered_results(&map) else {
        return rw.no_match(op.id(), "the results are in order, or cannot be ordered");
    };
    let operands = operands_of(op, rw);
    replace_map(op, rw, map.with_results(ordered), &operands)
}

/// The sorted results; `None` if they are sorted already, or cannot be sorted.
fn ordered_results(map: &AffineMap) -> Option<Vec<AffineExpr>> {
    let mut keyed = Vec::with_capacity(map.n_results());
    for expr in map.results() {
        let flat = flatten([expr], map.n_dims(), map.n_symbols()).filter(|flat| flat.locals.is_empty())?;
        let row = &flat.rows[0];
        let key: Vec<i64> = row.dims.iter().chain(&row.symbols).copied().chain([row.constant]).collect();
        keyed.push((key, expr.clone()));
    }
    if keyed.is_sorted_by_key(|(key, _)| key) {
        return None;
    }
    keyed.sort_by(|(a, _), (b, _)| a.cmp(b));
    Some(keyed.into_iter().map(|(_, expr)| expr).collect())
}

/// Rows of `pattern of min, pattern of max: function;`.
macro_rules! min_max {
    ($($min:ident $max:ident $function:ident;)*) => {$(
        #[pattern]
        fn $min(op: MinOp, rw: &mut Rewriter) -> Match {
            $function(op, rw)
        }
        #[pattern]
        fn $max(op: MaxOp, rw: &mut Rewriter) -> Match {
            $function(op, rw)
        }
    )*};
}

min_max! {
    single_result_of_min single_result_of_max single_result;
    deduplicate_min deduplicate_max deduplicate;
    merge_min merge_max merge;
    order_min order_max order;
}
