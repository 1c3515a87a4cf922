//! The loops of a tiled nest.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::prelude::*;
use rmlir_affine::analysis::constraints::ValueConstraints;
use rmlir_affine::analysis::nest::is_perfectly_nested;
use rmlir_affine::compose::canonicalize_map_and_operands;
use rmlir_affine::trip_count::{largest_divisor_of_trip_count, static_trip_count};
use rmlir_affine::{Bound, ForOp};

/// Replaces a perfect nest by loops over tiles, with the tile sizes as steps, and loops over the points of each tile;
/// returns both. `None` if bounds depend on loops of the nest or there are loop-carried variables.
pub fn tile_perfectly_nested(rw: &mut Rewriter, nest: &[ForOp], sizes: &[u32]) -> Option<Vec<ForOp>> {
    let is_carrying = nest.iter().any(|op| rw.n_results(op.id()) > 0);
    if is_carrying || sizes.len() != nest.len() || !is_perfectly_nested(rw, nest) || !is_box(rw, nest) {
        return None;
    }
    let bounds: Vec<[Bound; 2]> = nest.iter().map(|&op| bounds_around(rw, nest, op)).collect::<Option<_>>()?;
    for (&op, [lower, upper]) in nest.iter().zip(&bounds) {
        op.set_bound(rw, true, lower);
        op.set_bound(rw, false, upper);
    }
    let tiled = wrap(rw, nest);
    let (tiles, points) = tiled.split_at(nest.len());
    for (index, [lower, upper]) in bounds.into_iter().enumerate() {
        let (op, tile, size) = (nest[index], tiles[index], i64::from(sizes[index]));
        tile.set_bound(rw, true, &lower);
        tile.set_bound(rw, false, &upper);
        set_step(rw, tile, op.step(rw).wrapping_mul(size));
    }
    for index in 0..nest.len() {
        let (op, point) = (nest[index], points[index]);
        let tile_iv = tiles[index].induction_var(rw);
        point.set_bound(rw, true, &(AffineMap::dim_identity(), vec![tile_iv]));
        set_step(rw, point, op.step(rw));
        let upper = point_upper_bound(rw, op, tile_iv, sizes[index]);
        point.set_bound(rw, false, &upper);
    }
    for (op, point) in nest.iter().zip(points) {
        let (old, new) = (op.induction_var(rw), point.induction_var(rw));
        rw.replace_all_uses(old, new);
    }
    rw.erase(nest[0]);
    Some(tiled)
}

fn set_step(rw: &mut Rewriter, op: ForOp, step: i64) {
    let step = rw.index_attr(step);
    rw.set_prop(op.id(), ForOp::STEP, step);
}

/// The bounds of `op` without irrelevant operands; `None` if one is still an induction variable of the nest, even if
/// only for a division with the same quotient for all of its values. (In LLVM 22 such a nest becomes invalid.)
fn bounds_around(body: &Body, nest: &[ForOp], op: ForOp) -> Option<[Bound; 2]> {
    let is_inside = |value: &Value| nest.iter().any(|op| op.induction_var(body) == *value);
    let around = |(mut map, mut operands): Bound| {
        if operands.iter().any(is_inside) {
            canonicalize_map_and_operands(body, &mut map, &mut operands);
        }
        (!operands.iter().any(is_inside)).then_some((map, operands))
    };
    Some([around(op.lower_bound(body))?, around(op.upper_bound(body))?])
}

/// Whether no bound depends on loops of the nest.
fn is_box(body: &Body, nest: &[ForOp]) -> bool {
    if nest.len() <= 1 {
        return true;
    }
    let ops: Vec<OpId> = nest.iter().map(|op| op.id()).collect();
    ValueConstraints::of_iterations(body, &ops).is_some_and(|system| system.is_hyper_rectangular(0, nest.len()))
}

/// Wraps the nest in twice as many empty loops, and moves the body of its innermost loop into the innermost of those.
fn wrap(rw: &mut Rewriter, nest: &[ForOp]) -> Vec<ForOp> {
    let loc = rw.loc(nest[0].id());
    let zero: Bound = (AffineMap::constant(0), Vec::new());
    let mut loops = Vec::new();
    let mut top = nest[0].id();
    for _ in 0..2 * nest.len() {
        rw.before(top);
        let new = ForOp::create(rw, loc, &zero, &zero, 1, &[]);
        let terminator = new.terminator(rw);
        rw.move_before(top, terminator);
        loops.push(new);
        top = new.id();
    }
    let (from, to) = (nest[nest.len() - 1], loops[0]);
    let before = rw.first_op(to.body(rw)).expect("the nest is in the loop");
    let moved: Vec<OpId> = rw.ops(from.body(rw)).filter(|&op| op != from.terminator(rw)).collect();
    for op in moved {
        rw.move_before(op, before);
    }
    loops.reverse();
    loops
}

/// The upper bound of the loop over the points of a tile that starts at `tile_iv`.
fn point_upper_bound(body: &Body, op: ForOp, tile_iv: Value, size: u32) -> Bound {
    let step = op.step(body);
    let size = u64::from(size);
    let span = step.wrapping_mul(size as i64);
    if let Some(count) = static_trip_count(body, op).filter(|&count| count < size) {
        let all = AffineExpr::dim(0) + (count as i64).wrapping_mul(step);
        return (AffineMap::new(1, 0, [all]), vec![tile_iv]);
    }
    // Upstream treats the divisor as a signed integer.
    if (largest_divisor_of_trip_count(body, op) as i64).wrapping_rem(size as i64) == 0 {
        return (AffineMap::new(1, 0, [AffineExpr::dim(0) + span]), vec![tile_iv]);
    }
    let (map, mut operands) = op.upper_bound(body);
    operands.insert(map.n_dims() as usize, tile_iv);
    let mut results = vec![AffineExpr::dim(map.n_dims()) + span];
    results.extend_from_slice(map.results());
    (AffineMap::new(map.n_dims() + 1, map.n_symbols(), results), operands)
}
