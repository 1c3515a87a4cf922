//! `print-control-dependence`: control dependence of control flow graphs.

use rmlir::analysis::cfg::{ControlDependence, DominatorTree};
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;

use crate::control_flow::{View, name, show};

/// Print the branches that decide whether a block runs.
#[pass(name = "print-control-dependence", title = "PrintControlDependencePass")]
pub struct PrintControlDependence {
    /// Print a graph for Graphviz
    dot: bool,
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
