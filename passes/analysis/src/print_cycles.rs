//! `print-cycles`: cycles of control flow graphs.

use rmlir::analysis::cfg::{Cycles, DfsOrder};
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;

use crate::control_flow::{View, name, show};

/// Print the cycles of regions, reducible or not, with entries and nesting.
#[pass(name = "print-cycles", title = "PrintCyclesPass")]
pub struct PrintCycles {
    /// Take the first successor of a block first, which may make another entry the header
    first_first: bool,
    /// Print a graph for Graphviz
    dot: bool,
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
