//! `print-dominance`: dominators of control flow graphs.

use rmlir::analysis::cfg::DominatorTree;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;

use crate::control_flow::{parents, show};

/// Print the immediate dominator of each block.
#[pass(name = "print-dominance", title = "PrintDominancePass")]
pub struct PrintDominance {
    /// Print a graph for Graphviz
    dot: bool,
}

impl Pass for PrintDominance {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        show(cx, "dominance", self.dot, |cfg| parents(cfg, &DominatorTree::new(cfg), "dominator"));
        Ok(())
    }
}
