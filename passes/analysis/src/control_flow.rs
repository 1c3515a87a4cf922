//! Printing of control flow graphs: one line per block or cycle, for every region of several blocks; or a drawing for
//! Graphviz, in which the analysis result is drawn as additional edges.
//!
//! Blocks are numbered in the order of their region, as the printer does.

use std::fmt::Write;

use rmlir::analysis::cfg::{Cfg, ControlDependence, Cycles, DfsOrder, DominatorTree, Node, RegionCfg};
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;

/// Print the cycles of regions, reducible or not, with entries and nesting.
#[pass(name = "print-cycles", title = "PrintCyclesPass")]
pub struct PrintCycles {
    /// Take the first successor of a block first, which may make another entry the header
    first_first: bool,
    /// Print a graph for Graphviz
    dot: bool,
}

/// Print the immediate dominator of each block.
#[pass(name = "print-dominance", title = "PrintDominancePass")]
pub struct PrintDominance {
    /// Print a graph for Graphviz
    dot: bool,
}

/// Print the immediate post-dominator of each block.
#[pass(name = "print-postdominance", title = "PrintPostdominancePass")]
pub struct PrintPostdominance {
    /// Print a graph for Graphviz
    dot: bool,
}

/// Print the branches that decide whether a block runs.
#[pass(name = "print-control-dependence", title = "PrintControlDependencePass")]
pub struct PrintControlDependence {
    /// Print a graph for Graphviz
    dot: bool,
}

/// An edge of a drawing: source, target, and label.
type Drawn = (Node, Node, String);

/// The printed form of an analysis result: lines, and edges.
struct View {
    lines: Vec<String>,
    edges: Vec<Drawn>,
}

impl Pass for PrintCycles {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let order = if self.first_first { DfsOrder::FirstFirst } else { DfsOrder::LastFirst };
        show(cx, "cycles", self.dot, |cfg| {
            let cycles = Cycles::new(cfg, order);
            let mut view = View { lines: Vec::new(), edges: Vec::new() };
            for id in cycles.preorder() {
                let indent = "    ".repeat(cycles[id].depth as usize - 1);
                view.lines.push(format!("{indent}{}", cycles.show(id, &name)));
                let header = cycles[id].header();
                let inner =
                    cycles[id].blocks.iter().filter(|&&block| cycles.innermost(block) == Some(id) && block != header);
                view.edges.extend(inner.map(|&block| (header, block, "cycle".to_owned())));
            }
            view
        });
        Ok(())
    }
}

impl Pass for PrintDominance {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        show(cx, "dominance", self.dot, |cfg| parents(cfg, &DominatorTree::new(cfg), "dominator"));
        Ok(())
    }
}

impl Pass for PrintPostdominance {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        show(cx, "post-dominance", self.dot, |cfg| parents(cfg, &DominatorTree::post(cfg), "post-dominator"));
        Ok(())
    }
}

impl Pass for PrintControlDependence {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        show(cx, "control dependence", self.dot, |cfg| {
            let dependence = ControlDependence::new(cfg, &DominatorTree::post(cfg));
            let mut view = View { lines: Vec::new(), edges: Vec::new() };
            for block in cfg.blocks() {
                let edges = dependence.edges(block);
                let on = edges.iter().map(|edge| format!("{}#{}", name(edge.block), edge.successor));
                let on: Vec<String> = on.collect();
                let on = if on.is_empty() { "nothing".to_owned() } else { on.join(", ") };
                view.lines.push(format!("{} depends on {on}", name(block)));
                view.edges.extend(edges.iter().map(|edge| (edge.block, block, format!("#{}", edge.successor))));
            }
            view
        });
        Ok(())
    }
}

fn name(block: Node) -> String {
    format!("^bb{block}")
}

/// The tree, by the parent of each block.
fn parents(cfg: &Cfg, tree: &DominatorTree, what: &str) -> View {
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
fn show(cx: &mut PassCx, title: &str, is_dot: bool, view: impl Fn(&Cfg) -> View) {
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
