//! Coverage: whether all of a region is written on every path.
//!
//! Only then may a region without reads be copied out without having been copied in. Upstream never copies in regions
//! that are only written: LLVM 22 loses the elements of the region that the program does not write.

use rmlir::affine_maps::{AffineMap, flatten};
use rmlir::prelude::*;
use rmlir_affine::analysis::access::MemRefAccess;
use rmlir_affine::trip_count::static_trip_count;
use rmlir_affine::{ForOp, StoreOp};

/// Whether the store writes each element of its bounding box while an operation of `block` executes: it is surrounded
/// there only by loops, and each index is a distinct induction variable, of step 1 and with bounds from outside of
/// these loops, or no induction variable, plus an invariant. Loops whose induction variables are no index have to
/// execute at least once. One of these may shift the bounds of one that is, as a window that slides by 1: the union of
/// the windows is a box, too.
pub(super) fn writes_whole_box(body: &Body, access: &MemRefAccess, block: BlockId) -> bool {
    let Some(loops) = loops_within(body, access.op, block) else { return false };
    if !OpRef::new(body, access.op).is::<StoreOp>() {
        return false;
    }
    let (map, operands) = access.map(body);
    let ivs: Vec<Value> = loops.iter().map(|nest| nest.induction_var(body)).collect();
    let Some(chosen) = indices_by_loop(&map, &operands, &ivs) else { return false };
    let mut is_moving = vec![false; loops.len()];
    for (&nest, _) in loops.iter().zip(&chosen).filter(|(_, is_index)| **is_index) {
        if nest.step(body) != 1 {
            return false;
        }
        if has_bounds_without(body, nest, &ivs) {
            continue;
        }
        let mover = moves_window(body, nest).and_then(|mover| ivs.iter().position(|&iv| iv == mover));
        match mover {
            Some(mover) if !chosen[mover] && !is_moving[mover] => is_moving[mover] = true,
            _ => return false,
        }
    }
    loops.iter().zip(is_moving).all(|(&nest, is_moving)| !is_moving || is_plain(body, nest, &ivs))
        && loops.iter().zip(&chosen).all(|(&nest, &is_index)| is_index || runs(body, nest))
}

fn runs(body: &Body, nest: ForOp) -> bool {
    static_trip_count(body, nest).is_some_and(|count| count > 0)
}

/// Whether the loop has step 1 and bounds from outside.
fn is_plain(body: &Body, nest: ForOp, ivs: &[Value]) -> bool {
    nest.step(body) == 1 && has_bounds_without(body, nest, ivs)
}

/// The value that shifts the bounds of a loop that executes at least once, each of them that value plus a constant.
fn moves_window(body: &Body, nest: ForOp) -> Option<Value> {
    let (from, begin) = value_plus_number(&nest.lower_bound(body))?;
    let (to, end) = value_plus_number(&nest.upper_bound(body))?;
    (from == to && begin < end).then_some(from)
}

/// The value and the constant whose sum a bound is.
fn value_plus_number((map, operands): &(AffineMap, Vec<Value>)) -> Option<(Value, i64)> {
    let flat = flatten(map.results(), map.n_dims(), map.n_symbols())?;
    let [row] = flat.rows.as_slice() else { return None };
    if !row.locals.is_empty() {
        return None;
    }
    let mut terms = operands.iter().zip(row.dims.iter().chain(&row.symbols)).filter(|(_, factor)| **factor != 0);
    match (terms.next(), terms.next()) {
        (Some((&value, &1)), None) => Some((value, row.constant)),
        _ => None,
    }
}

/// The loops around `op` in an operation of `block`, inner before outer; `None` if there are other operations among
/// them.
fn loops_within(body: &Body, op: OpId, block: BlockId) -> Option<Vec<ForOp>> {
    let mut found = Vec::new();
    let mut at = op;
    while body.block_of(at) != Some(block) {
        at = body.parent_op(at)?;
        found.push(OpRef::new(body, at).cast::<ForOp>()?);
    }
    Some(found)
}

/// For each of `ivs`, whether it is an index, up to an invariant; `None` if the indices form no box.
fn indices_by_loop(map: &AffineMap, operands: &[Value], ivs: &[Value]) -> Option<Vec<bool>> {
    let flat = flatten(map.results(), map.n_dims(), map.n_symbols())?;
    let mut chosen = vec![false; ivs.len()];
    for row in &flat.rows {
        if !row.locals.is_empty() {
            return None;
        }
        let coefficients = row.dims.iter().chain(&row.symbols);
        let varying = operands.iter().zip(coefficients).filter(|(value, factor)| **factor != 0 && ivs.contains(value));
        match *varying.collect::<Vec<_>>() {
            [] => {}
            [(value, &(1 | -1))] => {
                let at = ivs.iter().position(|iv| iv == value)?;
                if std::mem::replace(&mut chosen[at], true) {
                    return None;
                }
            }
            _ => return None,
        }
    }
    Some(chosen)
}

fn has_bounds_without(body: &Body, nest: ForOp, ivs: &[Value]) -> bool {
    let (lower, upper) = (nest.lower_bound(body).1, nest.upper_bound(body).1);
    lower.iter().chain(&upper).all(|value| !ivs.contains(value) && !is_applied(body, *value))
}

/// Whether a value is computed from other values, which may be induction variables.
fn is_applied(body: &Body, value: Value) -> bool {
    body.defining_op(value).is_some_and(|made_by| body.operands(made_by).next().is_some())
}
