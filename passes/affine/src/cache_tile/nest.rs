//! The loops of a band that is tiled at several levels.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_affine::trip_count::static_trip_count;
use rmlir_affine::{Bound, ForOp};

/// A loop of the tiled nest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Level {
    /// The loop of the band that it is part of.
    pub of: usize,
    /// The number of iterations of that loop in each of its iterations.
    pub size: i64,
}

/// The innermost loop so far that is part of a loop of the band.
struct Around {
    start: Value,
    /// The tiles that end its iterations: where they start, and their sizes.
    ends: Vec<(Value, i64)>,
    /// Whether tiles may extend beyond the upper bound of the loop of the band.
    may_be_partial: bool,
}

/// Replaces a band with rectangular bounds by a nest of `levels`, outer before inner. The levels of a loop of the band
/// have decreasing sizes, and the last one has size 1.
pub(super) fn tile(rw: &mut Rewriter, band: &[ForOp], levels: &[Level]) {
    let loc = rw.loc(band[0].id());
    let innermost = band[band.len() - 1];
    let mut around: Vec<Option<Around>> = band.iter().map(|_| None).collect();
    rw.before(band[0].id());
    for &level in levels {
        let op = band[level.of];
        let (lower, upper) = bounds(rw, op, around[level.of].as_ref());
        let new = ForOp::create(rw, loc, &lower, &upper, op.step(rw) * level.size, &[]);
        around[level.of] = Some(next(rw, op, around[level.of].take(), level.size, new));
        let terminator = new.terminator(rw);
        rw.before(terminator);
    }
    let mut map = CloneMap::default();
    for (op, around) in band.iter().zip(&around) {
        let point = around.as_ref().expect("each loop of the band has a level").start;
        map.values.insert(op.induction_var(rw), point);
    }
    let moved: Vec<OpId> = rw.ops(innermost.body(rw)).filter(|&op| op != innermost.terminator(rw)).collect();
    for op in moved {
        rw.clone_op(op, &mut map);
    }
    rw.erase(band[0]);
}

fn bounds(body: &Body, op: ForOp, around: Option<&Around>) -> (Bound, Bound) {
    let Some(around) = around else { return (op.lower_bound(body), op.upper_bound(body)) };
    let lower = (AffineMap::dim_identity(), vec![around.start]);
    let (map, operands) = match around.may_be_partial {
        true => op.upper_bound(body),
        false => (AffineMap::new(0, 0, []), Vec::new()),
    };
    let (n_dims, step) = (map.n_dims(), op.step(body));
    let end = |(at, &(_, size)): (u32, &(Value, i64))| AffineExpr::dim(n_dims + at) + size * step;
    let mut results: Vec<AffineExpr> = (0..).zip(&around.ends).map(end).collect();
    results.extend_from_slice(map.results());
    let (dims, symbols) = operands.split_at(n_dims as usize);
    let starts: Vec<Value> = around.ends.iter().map(|&(start, _)| start).collect();
    let operands = [dims, &starts, symbols].concat();
    (lower, (AffineMap::new(n_dims + starts.len() as u32, map.n_symbols(), results), operands))
}

/// The state in the loop `new`, whose iterations are tiles of `size`.
fn next(body: &Body, op: ForOp, around: Option<Around>, size: i64, new: ForOp) -> Around {
    let start = new.induction_var(body);
    // A tile ends where the tile around it does, if its size divides that one's.
    let (mut ends, was_partial) = around.map_or((Vec::new(), true), |around| (around.ends, around.may_be_partial));
    ends.retain(|(_, outer)| outer % size != 0);
    let is_divided = ends.is_empty() && static_trip_count(body, op).is_some_and(|count| count % size as u64 == 0);
    ends.push((start, size));
    Around { start, ends, may_be_partial: was_partial && !is_divided }
}
