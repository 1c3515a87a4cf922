//! Without what never runs: conditions that never hold, and loops without anything in them.

use rmlir_presburger::Int;

use super::{Condition, Node};

/// The nodes that may run.
pub fn pruned(nodes: Vec<Node>) -> Vec<Node> {
    nodes.into_iter().flat_map(pruned_node).collect()
}

fn pruned_node(mut node: Node) -> Vec<Node> {
    match &mut node {
        Node::Loop { body, .. } | Node::Value { body, .. } => {
            *body = pruned(std::mem::take(body));
            if body.is_empty() {
                return Vec::new();
            }
        }
        Node::If { conditions, body, otherwise } => {
            *otherwise = pruned(std::mem::take(otherwise));
            if conditions.iter().any(never_holds) {
                return std::mem::take(otherwise);
            }
            *body = pruned(std::mem::take(body));
            if body.is_empty() && otherwise.is_empty() {
                return Vec::new();
            }
        }
        Node::Run { .. } => {}
    }
    vec![node]
}

/// Whether it is about a number, and does not hold for that.
fn never_holds(condition: &Condition) -> bool {
    let number = |row: &[Int]| row[..row.len() - 1].iter().all(Int::is_zero).then(|| row[row.len() - 1].clone());
    match condition {
        Condition::Zero(row) => number(row).is_some_and(|number| !number.is_zero()),
        Condition::NotNegative(row) => number(row).is_some_and(|number| number.is_negative()),
        Condition::Multiple(of) => number(&of.row).is_some_and(|number| !number.is_multiple_of(&of.divisor)),
    }
}
