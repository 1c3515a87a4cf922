//! Code generation: loops that execute the instances of statements in a given order.
//!
//! Steps: 1. `space` represents the instances of each statement as points of the *variables*: one for each step of the
//! order, then the statement's iterators, then the local variables of its domain; and projects them on the first few
//! variables; 2. `scan` proceeds from the outermost step inward: `separate` splits the projections of the statements
//! into disjoint pieces, each with its statements, and sorts them; each piece becomes a loop with the piece's bounds,
//! and constraints not implied by these on outer variables become a guard around it; at tiles, `full` determines which
//! are full, if these are to be separated; where equalities admit only some values, `stride` determines the stride; 3.
//! iterators are variables that equalities define by outer ones; 4. if requested, `jam` unrolls and jams loops.
//!
//! Projection is over the rationals, so a loop may have empty iterations; all constraints are checked where a statement
//! is executed.
//!
//! Papers: Quilleré, Rajopadhye, Wilde: Generation of efficient nested loops from polyhedra, 2000; Bastoul: Code
//! generation in the polyhedral model is easier than you think, PACT 2004.

mod full;
mod instances;
mod interleave;
mod jam;
mod scan;
mod separate;
mod space;
mod stride;
mod text;
mod tree;

use crate::dependence::dependences::Dependence;
use crate::schedule::Schedule;
use crate::scop::Scop;
use crate::tiles::order::Step;
pub use instances::{Turns, instances};
pub use text::text;
pub use tree::{Condition, Jam, Node, Quotient, Stride, Style};

/// Generates loops that execute all instances in the order of `steps`; instances with equal steps in the order of the
/// statements. `None` if pieces have no order independent of outer variables.
pub fn generate(scop: &Scop, dependences: &[Dependence], schedule: &Schedule, steps: &[Step]) -> Option<Vec<Node>> {
    generate_in(&Style::default(), scop, dependences, schedule, steps)
}

/// As [`generate`], with options.
pub fn generate_in(
    style: &Style,
    scop: &Scop,
    dependences: &[Dependence],
    schedule: &Schedule,
    steps: &[Step],
) -> Option<Vec<Node>> {
    let nodes = scan::scan(scop, dependences, schedule, steps, style)?;
    let n_steps = steps.iter().filter(|step| space::is_scalar(schedule, step).is_none()).count();
    Some(jam::jammed(nodes, &style.jam, scop, &interleave::Order { schedule, n_steps }))
}

/// Makes loops sequential that have no statement which gains from threads.
pub fn keep_parallel(nodes: &mut [Node], gains: &[bool]) {
    for node in nodes {
        let gains_inside = gains_any(std::slice::from_ref(node), gains);
        match node {
            Node::Loop { is_parallel, body, .. } => {
                *is_parallel &= gains_inside;
                keep_parallel(body, gains);
            }
            Node::Value { body, .. } | Node::If { body, .. } => keep_parallel(body, gains),
            Node::Run { .. } => {}
        }
    }
}

fn gains_any(nodes: &[Node], gains: &[bool]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Loop { body, .. } | Node::Value { body, .. } | Node::If { body, .. } => gains_any(body, gains),
        Node::Run { statement, .. } => gains[*statement],
    })
}
