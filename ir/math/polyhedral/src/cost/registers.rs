//! Register tiling: unroll-and-jam factors with which shared data remains in registers.
//!
//! Algorithm: for each statement, by the changes of its accesses in its innermost loop:
//! - if that loop is vectorized, rows along which it advances and that are invariant in the enclosing loop, or in the
//!   next outer one, are loaded once for several iterations of that loop;
//! - if its iterations are dependent, as in reductions, several iterations of an enclosing parallel loop are
//!   independent reductions.
//!
//! Stencils get none: they share elements, but not rows, and the next of these are in registers anyway.

use crate::cost::locality::{Moves, is_parallel, moves, moves_of};
use crate::dependence::dependences::Dependence;
use crate::schedule::Schedule;
use crate::scop::Scop;

/// The number of iterations that share a row.
const ROWS: u32 = 4;

/// The number of interleaved reductions: approximately the latency of an addition in cycles, and neither two nor four,
/// which compilers vectorize element by element.
const SUMS: u32 = 3;

/// The limit on accesses in the innermost loop.
const MAX_ACCESSES: usize = 64;

/// By statement: the factor of the loop around its innermost one, then of the loop around that. Empty for statements
/// without shared data.
pub fn register_tiles(scop: &Scop, dependences: &[Dependence], schedule: &Schedule) -> Vec<Vec<u32>> {
    (0..scop.statements.len()).map(|statement| of_statement(scop, dependences, schedule, statement)).collect()
}

fn of_statement(scop: &Scop, dependences: &[Dependence], schedule: &Schedule, statement: usize) -> Vec<u32> {
    let by_loop = (0..schedule.dimensions.len()).rev();
    let mut by_loop = by_loop.filter_map(|it| Some((it, moves(scop, schedule, statement, it)?)));
    let Some((innermost, along)) = by_loop.next() else { return Vec::new() };
    let around: Vec<_> = by_loop.take(2).collect();
    let accesses = &scop.statements[statement].accesses;
    let is_far = accesses.iter().any(|access| moves_of(access, &along) == Moves::Far);
    let with: Vec<usize> =
        (0..scop.statements.len()).filter(|&it| schedule.are_together(statement, it, innermost)).collect();
    let is_free = |dimension| is_parallel(dependences, schedule, &with, dimension, innermost);
    if is_far {
        return Vec::new();
    }
    if !is_free(innermost) {
        let is_sum = accesses.iter().any(|access| access.is_write && moves_of(access, &along) == Moves::Stays);
        let are_apart = around.first().is_some_and(|(dimension, _)| is_free(*dimension));
        return if is_sum && are_apart { vec![SUMS] } else { Vec::new() };
    }
    let rows = || accesses.iter().filter(|access| moves_of(access, &along) == Moves::Next);
    let mut n_accesses: usize = with.iter().map(|&it| scop.statements[it].accesses.len()).sum();
    let mut factor = |by| {
        let is_shared = rows().any(|row| moves_of(row, by) == Moves::Stays);
        let is_wanted = is_shared && n_accesses * ROWS as usize <= MAX_ACCESSES;
        n_accesses *= if is_wanted { ROWS as usize } else { 1 };
        if is_wanted { ROWS } else { 1 }
    };
    around.iter().map(|(_, by)| factor(by)).collect()
}
