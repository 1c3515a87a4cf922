//! Reference implementations by definition: post-dominators as sets, control dependence by its two conditions.

use std::collections::BTreeSet;

use rmlir::analysis::cfg::{Cfg, Node};

/// By block: the blocks on every path from it to an exit, by iteration to the fixed point.
fn post_dominators(cfg: &Cfg) -> Vec<BTreeSet<Node>> {
    let mut sets: Vec<BTreeSet<Node>> = vec![cfg.blocks().collect(); cfg.n_blocks()];
    loop {
        let mut is_changed = false;
        for block in cfg.blocks().rev() {
            let mut after = cfg.successors(block).iter().map(|&to| sets[to as usize].clone());
            let mut set = after.next().unwrap_or_default();
            after.for_each(|other| set = set.intersection(&other).copied().collect());
            set.insert(block);
            if sets[block as usize] != set {
                sets[block as usize] = set;
                is_changed = true;
            }
        }
        if !is_changed {
            return sets;
        }
    }
}

/// The number of distinct non-empty sets of control dependences of blocks.
pub fn n_classes(cfg: &Cfg) -> usize {
    let post = post_dominators(cfg);
    let mut classes = BTreeSet::new();
    for y in cfg.blocks() {
        let mut class = BTreeSet::new();
        for x in cfg.blocks() {
            for (label, &z) in cfg.successors(x).iter().enumerate() {
                let strictly_above = x != y && post[x as usize].contains(&y);
                if post[z as usize].contains(&y) && !strictly_above {
                    class.insert((x, label));
                }
            }
        }
        classes.insert(class);
    }
    classes.remove(&BTreeSet::new());
    classes.len()
}
