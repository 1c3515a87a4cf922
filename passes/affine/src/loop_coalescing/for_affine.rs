//! Coalescing of bands of `affine.for`.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::prelude::*;
use rmlir_affine::analysis::nest::perfectly_nested_loops;
use rmlir_affine::scope::is_valid_symbol;
use rmlir_affine::trip_count::has_nonnegative_span;
use rmlir_affine::{ApplyOp, ForOp, MaxOp, MinOp};

use super::band::{for_each_band, known_at};

/// Coalesces the bands of the nest at `root`. Returns whether there were any.
pub fn coalesce_nest(rw: &mut Rewriter, root: ForOp) -> bool {
    let nest = perfectly_nested_loops(rw, root);
    if nest.len() <= 1 {
        return false;
    }
    let regions: Vec<RegionId> = nest.iter().map(|op| op.region(rw)).collect();
    let operands: Vec<Vec<Value>> = nest.iter().map(|op| rw.operands(op.id()).collect()).collect();
    let known_at = known_at(rw, &regions, &operands);
    let mut any = false;
    for_each_band(&known_at, &vec![0; nest.len()], |band| {
        coalesce(rw, &nest[band]);
        any = true;
    });
    any
}

fn apply(rw: &mut Rewriter, loc: Loc, map: AffineMap, operands: &[Value]) -> Value {
    let map = rw.cx().attr(AttrData::AffineMap(map));
    rw.value(ApplyOp::build(operands, map).at(loc))
}

/// Applies an expression of one dimension and one symbol to two values.
fn binary(rw: &mut Rewriter, loc: Loc, expr: AffineExpr, operands: [Value; 2]) -> Value {
    apply(rw, loc, AffineMap::new(1, 1, [expr]), &operands)
}

/// The upper bound of a loop as a value, clamped to 0 if it `is_clamped`.
fn upper_bound(rw: &mut Rewriter, loc: Loc, op: ForOp, is_clamped: bool) -> Value {
    let (map, operands) = op.upper_bound(rw);
    let bound = if map.n_results() == 1 {
        apply(rw, loc, map, &operands)
    } else {
        let map = rw.cx().attr(AttrData::AffineMap(map));
        rw.value(MinOp::build(&operands, map).at(loc))
    };
    if !is_clamped {
        return bound;
    }
    let map = AffineMap::new(1, 0, [AffineExpr::dim(0), AffineExpr::constant(0)]);
    let map = rw.cx().attr(AttrData::AffineMap(map));
    rw.value(MaxOp::build(&[bound], map).at(loc))
}

/// For each loop of the band, whether its upper bound is clamped to 0: for all bounds that may be negative except for
/// one, so that the product is positive only if all bounds are. (In LLVM 22 two negative bounds have a positive
/// product.)
fn clamped(body: &Body, band: &[ForOp]) -> Vec<bool> {
    let mut may_be_negative = band.iter().map(|&op| !has_nonnegative_span(body, op)).collect::<Vec<_>>();
    if let Some(first) = may_be_negative.iter_mut().find(|may_be| **may_be) {
        *first = false;
    }
    may_be_negative
}

/// Whether the bounds as values are valid symbols, which the new maps require: minima and maxima are symbols at the top
/// level of the affine scope only.
fn are_bounds_symbols(body: &Body, band: &[ForOp], is_clamped: &[bool]) -> bool {
    let is_at_top = body.parent_op(band[0].id()).is_none_or(|outer| body.has_trait(outer, TraitSet::AFFINE_SCOPE));
    is_at_top
        || band.iter().zip(is_clamped).all(|(op, is_clamped)| {
            let (map, operands) = op.upper_bound(body);
            map.n_results() == 1 && !is_clamped && operands.iter().all(|&operand| is_valid_symbol(body, operand))
        })
}

/// Whether all loop-carried variables keep their initial values, and their results are unused.
fn carries_constants(body: &Body, op: ForOp) -> bool {
    body.operands(op.terminator(body)).eq(op.iter_args(body))
        && body.results(op.id()).iter().all(|&result| body.is_unused(result))
}

/// Coalesces a band into its outermost loop, if all loops have lower bound 0 and step 1, and no loop-carried variable
/// changes. (Upstream ignores loop-carried variables, and loses them.)
fn coalesce(rw: &mut Rewriter, band: &[ForOp]) {
    let (outermost, innermost) = (band[0], band[band.len() - 1]);
    let is_plain = |op: &ForOp| op.step(rw) == 1 && op.constant_lower_bound(rw) == Some(0);
    if band.len() < 2 || !band.iter().all(is_plain) {
        return;
    }
    if rw.n_results(outermost.id()) > 0 || !band[1..].iter().all(|&op| carries_constants(rw, op)) {
        return;
    }
    let is_clamped = clamped(rw, band);
    if !are_bounds_symbols(rw, band, &is_clamped) {
        return;
    }
    let loc = rw.loc(outermost.id());
    let (dim, symbol) = (AffineExpr::dim(0), AffineExpr::symbol(0));
    rw.before(outermost.id());
    let mut bounds = vec![upper_bound(rw, loc, outermost, is_clamped[0])];
    let mut product = bounds[0];
    for (&op, &is_clamped) in band.iter().zip(&is_clamped).skip(1) {
        let bound = upper_bound(rw, loc, op, is_clamped);
        bounds.push(bound);
        product = binary(rw, loc, &dim * &symbol, [product, bound]);
    }
    outermost.set_bound(rw, false, &(AffineMap::symbol_identity(), vec![product]));

    let (first, inner_region) = (outermost.body(rw), innermost.region(rw));
    rw.at_start(first);
    let mut rest = outermost.induction_var(rw);
    for index in (0..band.len()).rev() {
        if index + 1 != band.len() {
            rest = binary(rw, loc, dim.floor_div(&symbol), [rest, bounds[index + 1]]);
        }
        let induction_var = if index == 0 { rest } else { binary(rw, loc, &dim % &symbol, [rest, bounds[index]]) };
        let old = band[index].induction_var(rw);
        rw.replace_uses_if(old, induction_var, |body, user, _| {
            let mut at = body.parent_region(user);
            while let Some(region) = at.filter(|&region| region != inner_region) {
                at = body.parent_region(body.region_owner(region));
            }
            at.is_some()
        });
    }
    for op in &band[1..] {
        for (variable, init) in op.iter_args(rw).into_iter().zip(ForOp::inits(*op, rw)) {
            rw.replace_all_uses(variable, init);
        }
    }
    let second = band[1];
    let moved: Vec<OpId> = rw.ops(innermost.body(rw)).filter(|&op| op != innermost.terminator(rw)).collect();
    for op in moved {
        rw.move_before(op, second.id());
    }
    rw.erase(second);
}
