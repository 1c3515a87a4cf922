//! How many turns of loops are taken at once, so that what they share stays in registers: tiles of registers.
//!
//! Plan: for each statement, by where its accesses go in its innermost loop:
//! - if that loop becomes vector instructions, rows which it walks along that stay the same in the loop around it, or in the
//!   one around that, are loaded once for several turns of that loop;
//! - if its turns wait for one another, as those of sums do, several turns of a parallel loop around it are sums that do not
//!   wait for each other.
//!
//! Stencils get none: they share elements, but not rows, and of these what comes next is in registers anyway.

use crate::dependences::Dependence;
use crate::locality::{Moves, is_parallel, moves, moves_of};
use crate::schedule::Schedule;
use crate::scop::Scop;

/// How many turns share a row.
const ROWS: u32 = 4;

/// How many sums run side by side: as many as an addition takes cycles, about, and neither two nor four, of which compilers
/// make vectors element by element.
const SUMS: u32 = 3;

/// How many accesses there are at most in the innermost loop.
const MAX_ACCESSES: usize = 64;

/// By statement: how many turns of the loop around its innermost one, then of the loop around that. None for statements that
/// have nothing to share.
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
