//! `print-postdominance`: post-dominators of control flow graphs.

use rmlir::analysis::cfg::DominatorTree;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;

use crate::control_flow::{parents, show};

/// Print the immediate post-dominator of each block.
#[pass(name = "print-postdominance", title = "PrintPostdominancePass")]
pub struct PrintPostdominance {
    /// Print a graph for Graphviz
    dot: bool,
}

impl Pass for PrintPostdominance {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        show(cx, "post-dominance", self.dot, |cfg| parents(cfg, &DominatorTree::post(cfg), "post-dominator"));
        Ok(())
    }
}
