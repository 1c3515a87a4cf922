//! Augment K: the predicates that must be cleared at the start.
//!
//! The paper clears the predicates that are live-in at the start, with R as uses and K as definitions. Applied to the
//! original graph that finds none: every path to a block passes a definition of its predicate. But in the linear code
//! every guard is evaluated, on every path; so each predicate counts as used at the end of all paths, and a path on
//! which none of the defining blocks is executed leaves it unset. With a defining block that is always executed no path
//! does; with a single one that is not some path does. For the others a depth-first search from the start looks for a
//! path around all defining blocks; that is exact if every path is feasible.

use rmlir::analysis::cfg::{Cfg, Node};

use crate::graph::predicates::{ALWAYS, Pred, Predicates};

/// The predicates that some path through `cfg` leaves unset, if definitions under a false guard have no effect.
pub fn unset_on_some_path(cfg: &Cfg, predicates: &Predicates) -> Vec<Pred> {
    let mut walk = Walk { cfg, passed: vec![0; cfg.n_blocks()], round: 0, waiting: Vec::new() };
    let is_unset = |&pred: &Pred| {
        let blocks = predicates.defining_blocks(pred);
        let always = blocks.iter().any(|&block| predicates.of(block) == ALWAYS);
        !always && (blocks.len() == 1 || walk.goes_round(&blocks))
    };
    predicates.defined().filter(is_unset).collect()
}

/// Searches of one graph; blocks marked with the index of the search were visited in it.
struct Walk<'a> {
    cfg: &'a Cfg,
    passed: Vec<u32>,
    round: u32,
    waiting: Vec<Node>,
}

impl Walk<'_> {
    /// Whether a path reaches an exit from the start without passing `blocks`.
    fn goes_round(&mut self, blocks: &[Node]) -> bool {
        self.round += 1;
        blocks.iter().for_each(|&block| self.passed[block as usize] = self.round);
        self.waiting.clear();
        self.pass(0);
        while let Some(block) = self.waiting.pop() {
            let successors = self.cfg.successors(block);
            if successors.is_empty() {
                return true;
            }
            successors.iter().for_each(|&to| self.pass(to));
        }
        false
    }

    fn pass(&mut self, block: Node) {
        if self.passed[block as usize] != self.round {
            self.passed[block as usize] = self.round;
            self.waiting.push(block);
        }
    }
}
