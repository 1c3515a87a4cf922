//! Printing of code.

use std::fmt::Write;

use rmlir_presburger::Row;

use super::{Condition, Node, Quotient, Stride};
use crate::scop::Scop;
use crate::text::sets::sum;

/// One line for each loop, value, condition and statement: `for c0 = max(0, ceil(c1 / 2)) to n0 - 1`.
pub fn text(scop: &Scop, nodes: &[Node]) -> String {
    let mut shown = Shown { scop, text: String::new() };
    shown.nodes(nodes, 0, 0);
    shown.text
}

struct Shown<'a> {
    scop: &'a Scop,
    text: String,
}

impl Shown<'_> {
    fn nodes(&mut self, nodes: &[Node], n_variables: usize, indent: usize) {
        nodes.iter().for_each(|node| self.node(node, n_variables, indent));
    }

    fn node(&mut self, node: &Node, n_variables: usize, indent: usize) {
        let blank = "  ".repeat(indent);
        match node {
            Node::Loop { lower, upper, stride, is_parallel, body, .. } => {
                let word = if *is_parallel { "parallel" } else { "for" };
                let stride = stride.as_ref().map_or(String::new(), |stride| self.stride(stride, lower));
                let lower = self.bounds(lower, "max", "ceil");
                let upper = self.bounds(upper, "min", "floor");
                let _ = writeln!(self.text, "{blank}{word} c{n_variables} = {lower} to {upper}{stride}");
                self.nodes(body, n_variables + 1, indent + 1);
            }
            Node::Value { value, body } => {
                let _ = writeln!(self.text, "{blank}c{n_variables} = {}", self.quotient(value, "floor"));
                self.nodes(body, n_variables + 1, indent);
            }
            Node::If { conditions, body, otherwise } => {
                let all: Vec<String> = conditions.iter().map(|condition| self.condition(condition)).collect();
                let _ = writeln!(self.text, "{blank}if {}", all.join(" and "));
                self.nodes(body, n_variables, indent + 1);
                if !otherwise.is_empty() {
                    let _ = writeln!(self.text, "{blank}else");
                    self.nodes(otherwise, n_variables, indent + 1);
                }
            }
            Node::Run { statement, first } => {
                let of = &self.scop.statements[*statement];
                let iterators: Vec<String> = (0..of.depth()).map(|number| format!("c{}", first + number)).collect();
                let _ = writeln!(self.text, "{blank}{}({})", of.name, iterators.join(", "));
            }
        }
    }

    fn bounds(&self, bounds: &[Quotient], of_many: &str, rounded: &str) -> String {
        let all: Vec<String> = bounds.iter().map(|bound| self.quotient(bound, rounded)).collect();
        if all.len() == 1 { all[0].clone() } else { format!("{of_many}({})", all.join(", ")) }
    }

    /// The text after the bounds.
    fn stride(&self, Stride { step, phase }: &Stride, lower: &[Quotient]) -> String {
        let begins_there = matches!(lower, [only] if only.divisor == 1 && only.row == *phase);
        let from = if begins_there { String::new() } else { format!(" where it is {} mod {step}", self.sum(phase)) };
        format!(" step {step}{from}")
    }

    fn quotient(&self, value: &Quotient, rounded: &str) -> String {
        match &value.divisor {
            one if *one == 1 => self.sum(&value.row),
            divisor => format!("{rounded}(({}) / {divisor})", self.sum(&value.row)),
        }
    }

    fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Zero(row) => format!("{} = 0", self.sum(row)),
            Condition::NotNegative(row) => format!("{} >= 0", self.sum(row)),
            Condition::Multiple(value) => format!("({}) mod {} = 0", self.sum(&value.row), value.divisor),
        }
    }

    fn sum(&self, row: &Row) -> String {
        let n_variables = row.len() - 1 - self.scop.n_parameters();
        let variables = (0..n_variables).map(|number| format!("c{number}"));
        let names = variables.chain(self.scop.parameters.iter().cloned());
        sum(row, names)
    }
}
