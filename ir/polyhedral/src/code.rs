//! Loops that run the instances of statements in a given order.
//!
//! Plan: 1. `space` writes the instances of each statement as points of the *variables*: a number for each step of the
//! order, then the statement's iterators, then what its domain needs besides; and projects them on the first few
//! variables; 2. `scan` goes from the outermost step inward: `separate` takes the projections of the statements apart into
//! disjoint pieces, each with the statements that run in it, and puts them in order; each piece becomes a loop with the
//! piece's bounds, and what these leave unsaid of outer variables a condition around it; where tiles end, `full` says which
//! are full, if these are wanted apart; where equations leave only every second or third value, `stride` says so; 3.
//! iterators are variables that equations make values of outer ones; 4. if wanted, `jam` takes several turns of loops at
//! once.
//!
//! Projection is that of rational points, so a loop may have turns in which nothing runs; all constraints are met where
//! a statement runs.
//!
//! Papers: Quilleré, Rajopadhye, Wilde: Generation of efficient nested loops from polyhedra, 2000; Bastoul: Code generation
//! in the polyhedral model is easier than you think, PACT 2004.

mod full;
mod instances;
mod jam;
mod scan;
mod separate;
mod space;
mod stride;
mod text;

pub use instances::{Turns, instances};
pub use text::text;

use rmlir_presburger::{Int, Row};

use crate::dependences::Dependence;
use crate::order::Step;
use crate::schedule::Schedule;
use crate::scop::Scop;

/// A sum of the variables around, from the outermost, then the parameters, then a constant; divided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quotient {
    /// The sum.
    pub row: Row,
    /// What it is divided by; positive.
    pub divisor: Int,
}

/// Some values of a variable: those that are `phase` modulo `step`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stride {
    /// From one value to the next; positive.
    pub step: Int,
    /// One of the values, or where they would go on: a sum as in [`Quotient`].
    pub phase: Row,
}

/// What has to hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// A sum is 0.
    Zero(Row),
    /// A sum is at least 0.
    NotNegative(Row),
    /// The sum is a multiple of the divisor.
    Multiple(Quotient),
}

/// What runs. Every loop and every value is one more variable for what is inside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// A loop from the greatest of the lower bounds, rounded up, to the least of the upper ones, rounded down, inclusive.
    Loop {
        /// Lower bounds; there is one.
        lower: Vec<Quotient>,
        /// Upper bounds; there is one.
        upper: Vec<Quotient>,
        /// Which values between are taken, if not all.
        stride: Option<Stride>,
        /// Whether its turns may run at once.
        is_parallel: bool,
        /// Whether it is known that it and the loops in it may be exchanged.
        is_permutable: bool,
        /// What runs in each turn.
        body: Vec<Node>,
    },
    /// A variable with one value: the quotient rounded down.
    Value {
        /// The value.
        value: Quotient,
        /// What runs with it.
        body: Vec<Node>,
    },
    /// What runs if all conditions hold, and otherwise.
    If {
        /// The conditions.
        conditions: Vec<Condition>,
        /// What runs.
        body: Vec<Node>,
        /// What runs otherwise; mostly nothing.
        otherwise: Vec<Node>,
    },
    /// An instance of a statement, whose iterators are variables from `first` on.
    Run {
        /// The statement.
        statement: usize,
        /// The variable that is its first iterator.
        first: usize,
    },
}

/// How code is wanted.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Style {
    /// Full tiles apart from partial ones: loops over points of tiles that are full have no bounds but those of the tile.
    pub separate: bool,
    /// How many turns of loops are taken at once.
    pub jam: Jam,
}

/// How many turns are taken at once of the loop around an innermost one, then of the loop around that, and so on, where they
/// may be.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Jam {
    /// One.
    #[default]
    Never,
    /// As many for all statements.
    All(Vec<u32>),
    /// As many by statement; those that are in a loop together agree on the least.
    Each(Vec<Vec<u32>>),
}

impl Jam {
    /// As many for all statements, if something is said.
    pub fn all(factors: &[u32]) -> Self {
        if factors.is_empty() { Jam::Never } else { Jam::All(factors.to_vec()) }
    }
}

/// Loops that run all instances by `steps`; those that these leave together in the order of the statements. `None` if
/// pieces have no order that does not depend on outer variables.
pub fn generate(scop: &Scop, dependences: &[Dependence], schedule: &Schedule, steps: &[Step]) -> Option<Vec<Node>> {
    generate_in(&Style::default(), scop, dependences, schedule, steps)
}

/// As [`generate`], in some style.
pub fn generate_in(
    style: &Style,
    scop: &Scop,
    dependences: &[Dependence],
    schedule: &Schedule,
    steps: &[Step],
) -> Option<Vec<Node>> {
    let nodes = scan::scan(scop, dependences, schedule, steps, style)?;
    let depths: Vec<usize> = scop.statements.iter().map(|statement| statement.depth()).collect();
    Some(jam::jammed(nodes, &style.jam, &depths, scop.n_parameters()))
}

/// Makes loops sequential in which no statement runs that gains from threads.
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
