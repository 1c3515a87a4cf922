//! Augment K: the predicates that have to be cleared at the start.
//!
//! The paper clears what is live at the start, R being uses and K definitions. Taken on the original graph that finds
//! nothing: every path to a block passes a definition of its predicate. But in the linear code every guard is evaluated,
//! on every path; so each predicate counts as used at the end of all paths, and a path on which none of the definers is
//! executed leaves it unset. A definer that is always executed settles the matter; a single one that is not does as
//! well. For the others a walk from the start looks for a way round all definers; that is exact if every path can be
//! taken.

use rmlir::analysis::cfg::{Cfg, Node};

use crate::predicates::{ALWAYS, Pred, Predicates};

/// The predicates that some path through `cfg` leaves unset, if definitions under a guard that does not hold do nothing.
pub fn unset_on_some_path(cfg: &Cfg, predicates: &Predicates) -> Vec<Pred> {
    let mut walk = Walk { cfg, passed: vec![0; cfg.n_blocks()], round: 0, waiting: Vec::new() };
    let is_unset = |&pred: &Pred| {
        let blocks = predicates.defining_blocks(pred);
        let always = blocks.iter().any(|&block| predicates.of(block) == ALWAYS);
        !always && (blocks.len() == 1 || walk.goes_round(&blocks))
    };
    predicates.defined().filter(is_unset).collect()
}

/// Walks of one graph; what is marked with the number of the round was passed in it.
struct Walk<'a> {
    cfg: &'a Cfg,
    passed: Vec<u32>,
    round: u32,
    waiting: Vec<Node>,
}

impl Walk<'_> {
    /// Whether a path leads from the start to an end without passing `blocks`.
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
