//! Execution of code: the sequence of executed instances.

use rmlir_presburger::{Int, Row};

use super::{Condition, Node, Quotient, Stride};

/// The order of the iterations of parallel loops. If two instances in different iterations are dependent, one of the
/// two orders is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turns {
    /// As in other loops.
    Forward,
    /// Reversed.
    Backward,
}

/// The instances executed by `nodes` for these parameters: statement and iterators. `n_iterators` are the numbers of
/// iterators of the statements.
pub fn instances(nodes: &[Node], parameters: &[i64], n_iterators: &[usize], turns: Turns) -> Vec<(usize, Vec<Int>)> {
    let parameters = parameters.iter().map(|&number| Int::from(number)).collect();
    let mut run = Run { parameters, n_iterators, turns, variables: Vec::new(), found: Vec::new() };
    run.nodes(nodes);
    run.found
}

struct Run<'a> {
    parameters: Vec<Int>,
    n_iterators: &'a [usize],
    turns: Turns,
    variables: Vec<Int>,
    found: Vec<(usize, Vec<Int>)>,
}

impl Run<'_> {
    fn nodes(&mut self, nodes: &[Node]) {
        nodes.iter().for_each(|node| self.node(node));
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Loop { lower, upper, stride, is_parallel, body, .. } => {
                let first = lower.iter().map(|bound| self.sum(&bound.row).div_ceil(&bound.divisor)).max();
                let last = upper.iter().map(|bound| self.floor(bound)).min();
                let (mut next, last) = (first.expect("there is a bound"), last.expect("there is a bound"));
                let mut values = Vec::new();
                while next <= last {
                    let is_taken = |of: &Stride| (&next - &self.sum(&of.phase)).is_multiple_of(&of.step);
                    if stride.as_ref().is_none_or(is_taken) {
                        values.push(next.clone());
                    }
                    next = &next + 1;
                }
                if *is_parallel && self.turns == Turns::Backward {
                    values.reverse();
                }
                values.into_iter().for_each(|value| self.with(value, body));
            }
            Node::Value { value, body } => self.with(self.floor(value), body),
            Node::If { conditions, body, otherwise } => {
                let holds = conditions.iter().all(|condition| self.holds(condition));
                self.nodes(if holds { body } else { otherwise });
            }
            Node::Run { statement, first } => {
                let iterators = &self.variables[*first..first + self.n_iterators[*statement]];
                self.found.push((*statement, iterators.to_vec()));
            }
        }
    }

    fn with(&mut self, value: Int, body: &[Node]) {
        self.variables.push(value);
        self.nodes(body);
        self.variables.pop();
    }

    fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Zero(row) => self.sum(row).is_zero(),
            Condition::NotNegative(row) => !self.sum(row).is_negative(),
            Condition::Multiple(value) => self.sum(&value.row).is_multiple_of(&value.divisor),
        }
    }

    fn floor(&self, value: &Quotient) -> Int {
        self.sum(&value.row).div_floor(&value.divisor)
    }

    fn sum(&self, row: &Row) -> Int {
        let inputs = self.variables.iter().chain(&self.parameters);
        assert_eq!(row.len(), self.variables.len() + self.parameters.len() + 1, "a row has all variables around");
        let terms = std::iter::zip(row, inputs).map(|(factor, number)| factor * number);
        terms.fold(row[row.len() - 1].clone(), |sum, term| &sum + &term)
    }
}
