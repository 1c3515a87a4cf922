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

/// An affine expression with a divisor: a linear combination of the enclosing variables, from the outermost, then the
/// parameters, then a constant; divided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quotient {
    /// The dividend.
    pub row: Row,
    /// The divisor, which is positive.
    pub divisor: Int,
}

/// The values of a variable that are `phase` modulo `step`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stride {
    /// The distance of consecutive values; positive.
    pub step: Int,
    /// One of the values, or of their continuation: an expression as in [`Quotient`].
    pub phase: Row,
}

/// A condition of a guard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// An expression equals 0.
    Zero(Row),
    /// An expression is non-negative.
    NotNegative(Row),
    /// The dividend is a multiple of the divisor.
    Multiple(Quotient),
}

/// A node of the generated code. Every loop and every value adds one variable for its body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// A loop from the maximum of the lower bounds, rounded up, to the minimum of the upper ones, rounded down,
    /// inclusive.
    Loop {
        /// The lower bounds; not empty.
        lower: Vec<Quotient>,
        /// The upper bounds; not empty.
        upper: Vec<Quotient>,
        /// The stride of the induction variable, if it is not 1.
        stride: Option<Stride>,
        /// Whether its iterations may be executed in parallel.
        is_parallel: bool,
        /// Whether it is known to be permutable with the loops inside.
        is_permutable: bool,
        /// The loop body.
        body: Vec<Node>,
    },
    /// A variable with one value: the quotient rounded down.
    Value {
        /// The value.
        value: Quotient,
        /// The scope of the variable.
        body: Vec<Node>,
    },
    /// A branch: the body if all conditions hold, or else the alternative.
    If {
        /// The conditions.
        conditions: Vec<Condition>,
        /// The body.
        body: Vec<Node>,
        /// The alternative; usually empty.
        otherwise: Vec<Node>,
    },
    /// An instance of a statement, whose iterators are variables from `first` on.
    Run {
        /// The statement.
        statement: usize,
        /// The variable of its first iterator.
        first: usize,
    },
}

/// The options of code generation.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Style {
    /// Whether full tiles are separated from partial ones: point loops of full tiles have only the bounds of the tile.
    pub separate: bool,
    /// The unroll-and-jam factors.
    pub jam: Jam,
}

/// The unroll-and-jam factors of the loop around an innermost one, then of the loop around that, and so on, where
/// legal.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Jam {
    /// No unroll-and-jam.
    #[default]
    Never,
    /// The same factors for all statements.
    All(Vec<u32>),
    /// Factors by statement; statements that share a loop use the minimum.
    Each(Vec<Vec<u32>>),
}

impl Jam {
    /// The same factors for all statements, if any are given.
    pub fn all(factors: &[u32]) -> Self {
        if factors.is_empty() { Jam::Never } else { Jam::All(factors.to_vec()) }
    }
}

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
    let depths: Vec<usize> = scop.statements.iter().map(|statement| statement.depth()).collect();
    Some(jam::jammed(nodes, &style.jam, &depths, scop.n_parameters()))
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
