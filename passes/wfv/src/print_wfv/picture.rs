//! Diagrams of the blocks before and after linearization, side by side.
//!
//! Each side is a column of boxes in order. Edges to the next box are straight lines; others are arcs on the right if
//! they lead down, on the left if they lead up, with a width that grows with their length.

use std::fmt::Write;

use super::explained::{Explained, node_words, place_name};
use crate::analysis::linear::{Next, Place};
use crate::analysis::plan::Plan;

const BOX_WIDTH: usize = 170;
const BOX_HEIGHT: usize = 34;
/// The vertical distance between boxes.
const PITCH: usize = 60;
/// The space for arcs beside a column.
const MARGIN: usize = 110;
/// The space for titles.
const TOP: usize = 40;
/// The maximum horizontal distance of an arc from its column.
const MOST_BOW: usize = 95;

struct Node {
    name: String,
    words: String,
    class: &'static str,
    /// The indices of the target boxes of its edges.
    targets: Vec<usize>,
}

/// Draws the diagram of a function.
pub fn draw(explained: &Explained) -> String {
    let columns = [("before", before(explained.plan)), ("after", after(explained.plan))];
    let most = columns.iter().map(|(_, nodes)| nodes.len()).max().unwrap_or(0);
    let (width, height) = (2 * (BOX_WIDTH + 2 * MARGIN), TOP + most * PITCH);
    let mut svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\n");
    for (at, (title, nodes)) in columns.iter().enumerate() {
        let left = at * (BOX_WIDTH + 2 * MARGIN) + MARGIN;
        _ = writeln!(svg, "<text class=\"title\" x=\"{}\" y=\"20\">{title}</text>", left + BOX_WIDTH / 2);
        column(&mut svg, left, nodes);
    }
    svg + "</svg>\n"
}

/// The blocks of the original function.
fn before(plan: &Plan) -> Vec<Node> {
    let graph = &plan.graph;
    let order: Vec<u32> = graph.reachable().collect();
    let number = |node: u32| order.iter().position(|&other| other == node).expect("what is led to is reached");
    let of = |&node: &u32| Node {
        name: graph.name(node),
        words: node_words(plan, node),
        class: if plan.lanes.is_divergent[node as usize] { "parts" } else { "together" },
        targets: graph.edges[node as usize].iter().map(|edge| number(edge.to)).collect(),
    };
    order.iter().map(of).collect()
}

/// The positions of the linear order.
fn after(plan: &Plan) -> Vec<Node> {
    let linear = &plan.linear;
    let order: Vec<usize> = linear.reached().collect();
    let number = |at: usize| order.iter().position(|&other| other == at).expect("what is led to is reached");
    let of = |&at: &usize| {
        let targets = match linear.next[at].as_ref().expect("it is reached") {
            Next::Nowhere => Vec::new(),
            Next::One(to) => vec![*to],
            Next::ByEdge(to) => to.clone(),
            Next::Test { inside, after } => vec![*inside, *after],
        };
        let is_node = matches!(linear.places[at], Place::Node(_));
        Node {
            name: place_name(plan, at),
            words: if targets.len() > 1 { "branch".into() } else { String::new() },
            class: if is_node { "together" } else { "test" },
            targets: targets.into_iter().map(number).collect(),
        }
    };
    order.iter().map(of).collect()
}

fn column(svg: &mut String, left: usize, nodes: &[Node]) {
    let top = |at: usize| TOP + at * PITCH;
    for (at, node) in nodes.iter().enumerate() {
        for &to in &node.targets {
            edge(svg, left, top(at), top(to), to == at + 1);
        }
        let y = top(at);
        let middle = left + BOX_WIDTH / 2;
        _ = writeln!(
            svg,
            "<rect class=\"{}\" x=\"{left}\" y=\"{y}\" width=\"{BOX_WIDTH}\" height=\"{BOX_HEIGHT}\" rx=\"4\"/>\n\
             <text x=\"{middle}\" y=\"{}\">{}</text>\n<text class=\"words\" x=\"{middle}\" y=\"{}\">{}</text>",
            node.class,
            y + 14,
            node.name,
            y + 28,
            node.words
        );
    }
}

/// Draws an edge from the box at height `from` to that at `to`.
fn edge(svg: &mut String, left: usize, from: usize, to: usize, is_next: bool) {
    let (middle, right) = (left + BOX_WIDTH / 2, left + BOX_WIDTH);
    if is_next {
        _ = writeln!(svg, "<path class=\"edge\" d=\"M{middle} {} L{middle} {to}\"/>", from + BOX_HEIGHT);
        return;
    }
    let bow = (from.abs_diff(to) / 3 + 20).min(MOST_BOW);
    let (from, to) = (from + BOX_HEIGHT / 2, to + BOX_HEIGHT / 2);
    let (x, far) = if to > from { (right, right + bow) } else { (left, left - bow) };
    let class = if to > from { "edge" } else { "edge back" };
    _ = writeln!(svg, "<path class=\"{class}\" d=\"M{x} {from} C{far} {from} {far} {to} {x} {to}\"/>");
}
