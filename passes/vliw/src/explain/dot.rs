//! The dependence graph in Graphviz's language: dashed edges have a distance, grey ones are memory dependences.

use std::fmt::Write;

use rmlir_modulo::Kind;

use super::explained::Explained;

/// The graph of one loop.
pub fn graph(of: &Explained) -> String {
    let mut text = String::new();
    _ = writeln!(text, "digraph \"{}\" {{", escaped(&of.name));
    _ = writeln!(text, "  node [shape=box, fontname=monospace];");
    for (node, at) in of.graph.nodes().iter().enumerate() {
        let start = of.found.map_or(String::new(), |(plan, _)| format!("\\nstart {}", plan.start[node]));
        _ = writeln!(text, "  n{node} [label=\"n{node} {}{start}\"];", escaped(&at.name));
    }
    for edge in of.graph.edges() {
        let style = if edge.distance > 0 { "dashed" } else { "solid" };
        let color = if edge.kind == Kind::Flow { "black" } else { "gray50" };
        let label = match edge.distance {
            0 => edge.latency.to_string(),
            distance => format!("{}, distance {distance}", edge.latency),
        };
        let (from, to) = (edge.from, edge.to);
        _ = writeln!(text, "  n{from} -> n{to} [label=\"{label}\", style={style}, color={color}];");
    }
    text.push_str("}\n");
    text
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
