//! Sequences in which unroll-and-jam executes the first part for all unrolled iterations, then the second one for all
//! of them, and so on: a part for a later iteration comes before its successors for an earlier one.
//!
//! The unrolled loop is permutable with those inside, so no dependence from an earlier iteration to a later one has a
//! negative distance in a scalar dimension or in a loop inside. For the same iteration, the next loop's variable has
//! smaller values in the first part than in the second one. If one of them has the same values in all iterations, that
//! is so for different iterations too, and a dependence from the second part to the first one would have a negative
//! distance. If the values of both depend on the iteration, as those of pieces in guards on the unrolled loop's variable
//! do, they may be the same.

use rmlir_presburger::{Int, Row};

use super::{Condition, Node};
use crate::schedule::{Dimension, Schedule};

/// For each unrolled iteration, the shift of each enclosing variable relative to the first.
pub type Shifts = [Vec<Int>];

/// The order of instances.
pub struct Order<'a> {
    /// The schedule.
    pub schedule: &'a Schedule,
    /// The number of variables that are steps. Those inside are iterators of statements.
    pub n_steps: usize,
}

impl Order<'_> {
    /// The parts of a sequence: nodes with loops, and runs of nodes without. `None` if a dependence may be reversed.
    pub fn parts<'a>(&self, nodes: &'a [Node], shifts: &Shifts) -> Option<Vec<&'a [Node]>> {
        let parts: Vec<&[Node]> = nodes.chunk_by(|a, b| height(a) == 0 && height(b) == 0).collect();
        let is_step = shifts[0].len() < self.n_steps;
        let changes = |part: &&&[Node]| !(is_step && part.iter().all(|node| stays(node, shifts)));
        let changing: Vec<&[Node]> = parts.iter().filter(changes).copied().collect();
        let is_after_all =
            |number: usize| (0..number).all(|earlier| self.is_before(changing[earlier], changing[number]));
        (0..changing.len()).all(is_after_all).then_some(parts)
    }

    /// Returns whether the statements of both parts are in this order in scalar dimensions.
    fn is_before(&self, earlier: &[Node], later: &[Node]) -> bool {
        let is_before = |first: usize, second: usize| {
            self.schedule.dimensions.iter().any(|dimension| match dimension {
                Dimension::Scalar(numbers) => numbers[first] < numbers[second],
                Dimension::Loop(_) => false,
            })
        };
        let later = statements(later);
        statements(earlier).into_iter().all(|first| later.iter().all(|&second| is_before(first, second)))
    }
}

fn statements(nodes: &[Node]) -> Vec<usize> {
    let of = |node: &Node| match node {
        Node::Loop { body, .. } | Node::Value { body, .. } => statements(body),
        Node::If { body, otherwise, .. } => [statements(body), statements(otherwise)].concat(),
        Node::Run { statement, .. } => vec![*statement],
    };
    nodes.iter().flat_map(of).collect()
}

/// Returns whether the next variable has the same values in all iterations: neither bounds nor guards change.
pub fn stays(node: &Node, shifts: &Shifts) -> bool {
    let is_same = |row: &Row, divisor: &Int| is_constant(row, divisor, shifts);
    match node {
        Node::Loop { lower, upper, stride, .. } => {
            lower.iter().chain(upper).all(|bound| is_same(&bound.row, &Int::ONE))
                && stride.as_ref().is_none_or(|stride| is_same(&stride.phase, &Int::ONE))
        }
        Node::Value { value, .. } => is_same(&value.row, &value.divisor),
        Node::If { conditions, body, otherwise } => {
            conditions.iter().all(|it| is_same_guard(it, shifts))
                && body.iter().chain(otherwise).all(|node| stays(node, shifts))
        }
        Node::Run { .. } => true,
    }
}

/// Returns whether a condition holds in all iterations or in none.
pub fn is_same_guard(condition: &Condition, shifts: &Shifts) -> bool {
    match condition {
        Condition::Zero(row) | Condition::NotNegative(row) => is_constant(row, &Int::ONE, shifts),
        Condition::Multiple(of) => shifts.iter().all(|it| moved(&of.row, it, &of.divisor).is_some()),
    }
}

/// Returns whether the quotient, rounded down, is the same in all iterations.
fn is_constant(row: &Row, divisor: &Int, shifts: &Shifts) -> bool {
    shifts.iter().all(|it| moved(row, it, divisor).is_some_and(|by| by.is_zero()))
}

/// The nesting depth of loops.
pub fn most_loops(nodes: &[Node]) -> usize {
    nodes.iter().map(height).max().unwrap_or(0)
}

/// The nesting depth of loops, counting the node.
pub fn height(node: &Node) -> usize {
    match node {
        Node::Loop { body, .. } => 1 + most_loops(body),
        Node::Value { body, .. } => most_loops(body),
        Node::If { body, otherwise, .. } => most_loops(body).max(most_loops(otherwise)),
        Node::Run { .. } => 0,
    }
}

/// The change of an expression when variables change by `shifts`.
pub fn product(row: &Row, shifts: &[Int]) -> Int {
    std::iter::zip(row, shifts).fold(Int::ZERO, |sum, (factor, by)| &sum + &(factor * by))
}

/// The change of the quotient, rounded down, when variables change by `shifts`. `None` if it is not constant.
pub fn moved(row: &Row, shifts: &[Int], divisor: &Int) -> Option<Int> {
    let by = product(row, shifts);
    by.is_multiple_of(divisor).then(|| by.div_floor(divisor))
}
