//! Printing of control flow graphs: one line per block or cycle, for every region of several blocks; or a drawing for
//! Graphviz, in which the analysis result is drawn as additional edges.
//!
//! Blocks are numbered in the order of their region, as the printer does.

use std::fmt::Write;

use rmlir::analysis::cfg::{Cfg, DominatorTree, Node, RegionCfg};
use rmlir::pass::PassCx;

/// An edge of a drawing: source, target, and label.
pub type Drawn = (Node, Node, String);

/// The printed form of an analysis result: lines, and edges.
pub struct View {
    pub lines: Vec<String>,
    pub edges: Vec<Drawn>,
}

pub fn name(block: Node) -> String {
    format!("^bb{block}")
}

/// The tree, by the parent of each block.
pub fn parents(cfg: &Cfg, tree: &DominatorTree, what: &str) -> View {
    let mut view = View { lines: Vec::new(), edges: Vec::new() };
    for block in cfg.blocks() {
        let parent = match tree.parent(block) {
            Some(parent) => {
                view.edges.push((parent, block, String::new()));
                format!("immediate {what} {}", name(parent))
            }
            None if tree.is_reachable(block) => format!("no immediate {what}"),
            None => "not reachable".to_owned(),
        };
        view.lines.push(format!("{}: {parent}", name(block)));
    }
    view
}

/// Prints the results for all regions of several blocks.
pub fn show(cx: &mut PassCx, title: &str, is_dot: bool, view: impl Fn(&Cfg) -> View) {
    let mut text = String::new();
    cx.op().walk_preorder(|op| {
        for region in op.regions().filter(|region| !region.is_empty() && !region.has_one_block()) {
            let Some(graph) = RegionCfg::new(region.body, region.id) else { continue };
            let view = view(&graph.cfg);
            let owner = op.symbol_name().map_or(String::new(), |name| format!(" @{}", name.str(op.cx())));
            let owner = format!("{}{owner}", op.name_str());
            match is_dot {
                true => draw(&mut text, &format!("{title} of {owner}"), &graph.cfg, &view),
                false => {
                    _ = writeln!(text, "{title} of {owner}:");
                    view.lines.iter().for_each(|line| _ = writeln!(text, "  {line}"));
                }
            }
        }
    });
    cx.emit_text(text);
}

/// Control flow as dashed edges, the analysis result as solid ones.
fn draw(out: &mut String, title: &str, cfg: &Cfg, view: &View) {
    _ = writeln!(out, "digraph \"{}\" {{", title.replace('"', "\\\""));
    for block in cfg.blocks() {
        _ = writeln!(out, "  b{block} [label=\"{}\", shape=box];", name(block));
        for (to, number) in cfg.successors(block).iter().zip(0..) {
            _ = writeln!(out, "  b{block} -> b{to} [style=dashed, label=\"{number}\"];");
        }
    }
    for (from, to, label) in &view.edges {
        _ = writeln!(out, "  b{from} -> b{to} [label=\"{label}\"];");
    }
    out.push_str("}\n");
}
