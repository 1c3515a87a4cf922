//! The cycles of all hierarchies.
//!
//! The cycles inside of an irreducible one depend on which of its entries is the header: they are the strongly
//! connected components of the cycle without it, recursively. A cycle is *possible* if some choice of headers leads to
//! it, each of them an entry of its cycle. Every cycle of every hierarchy that a walk finds is a possible one, since
//! the first block of a cycle that the walk reaches is an entry.
//!
//! Steps: start with the outermost irreducible cycle; remove each of its entries in turn; the components of the
//! remaining blocks are possible, and are processed the same way, each once. If they exceed the limit, the set of
//! cycles is unknown.
//!
//! A reducible cycle inside of an irreducible one is *firm* if every hierarchy has it: none of its own blocks is an
//! entry of a larger possible cycle. Then threads that exit and reenter it have new iteration counts in it by all
//! hierarchies. If the inner cycle has a single predecessor outside, that holds for all hierarchies: an enclosing
//! cycle, if it is larger, contains that block.

use std::cell::OnceCell;

use rustc_hash::FxHashSet;

use super::order::ModifiedPostOrder;
use crate::cfg::{Cfg, ClosedPaths, CycleId, Cycles, Node};

/// The limits of the blocks of the outermost cycle, of the possible cycles in it, and of searches for components:
/// together a bound on the time per block.
const MAX_BLOCKS: usize = 256;
const MAX_CYCLES: usize = 512;
const MAX_SEARCHES: usize = 2048;

/// A cycle of some hierarchy.
#[derive(Clone, Debug)]
pub struct PossibleCycle {
    /// All blocks, sorted by number.
    pub blocks: Vec<Node>,
    /// The blocks entered from outside; each of them may be the header.
    pub entries: Vec<Node>,
    /// The smallest cycle of our hierarchy with all these blocks.
    pub around: CycleId,
    /// The equal cycle of our hierarchy, if there is one.
    pub own: Option<CycleId>,
    /// The set of blocks as a bit vector.
    bits: Vec<u64>,
}

impl PossibleCycle {
    /// Whether `block` is in the cycle.
    pub fn contains(&self, block: Node) -> bool {
        self.bits.get(block as usize / 64).is_some_and(|word| word >> (block % 64) & 1 == 1)
    }

    /// Whether all its blocks are in `other`.
    pub fn is_inside(&self, other: &Self) -> bool {
        let word = |at: usize| other.bits.get(at).copied().unwrap_or(0);
        self.blocks.len() <= other.blocks.len() && self.bits.iter().enumerate().all(|(at, own)| own & !word(at) == 0)
    }
}

/// The possible cycles of a graph, computed on demand.
pub struct PossibleCycles {
    /// By cycle, for outermost irreducible ones; `None` if there are too many.
    inside: Vec<OnceCell<Option<Vec<PossibleCycle>>>>,
}

impl PossibleCycles {
    /// Creates the empty table for `n_cycles` cycles.
    pub fn new(n_cycles: usize) -> Self {
        Self { inside: vec![OnceCell::new(); n_cycles] }
    }

    /// The possible cycles in `outer`, an outermost irreducible cycle, including itself; `None` if they are too many.
    pub fn inside(
        &self,
        cfg: &Cfg,
        order: &ModifiedPostOrder,
        cycles: &Cycles,
        outer: CycleId,
    ) -> Option<&[PossibleCycle]> {
        self.inside[outer as usize].get_or_init(|| find(cfg, order, cycles, outer)).as_deref()
    }
}

/// The possible cycles in `outer`.
fn find(cfg: &Cfg, order: &ModifiedPostOrder, cycles: &Cycles, outer: CycleId) -> Option<Vec<PossibleCycle>> {
    let mut blocks = cycles[outer].blocks.clone();
    if blocks.len() > MAX_BLOCKS {
        return None;
    }
    blocks.sort_unstable();
    let mut found: Vec<PossibleCycle> = Vec::new();
    let mut seen: FxHashSet<Vec<Node>> = FxHashSet::default();
    let (mut waiting, mut n_searches) = (vec![blocks], 0);
    while let Some(blocks) = waiting.pop() {
        if seen.contains(&blocks) {
            continue;
        }
        let cycle = possible_cycle(cfg, order, cycles, blocks);
        n_searches += cycle.entries.len();
        if found.len() == MAX_CYCLES || n_searches > MAX_SEARCHES {
            return None;
        }
        for &entry in &cycle.entries {
            waiting.extend(components_without(cfg, &cycle.blocks, entry));
        }
        seen.insert(cycle.blocks.clone());
        found.push(cycle);
    }
    Some(found)
}

/// The cycle of `blocks`, which all reach each other.
fn possible_cycle(cfg: &Cfg, order: &ModifiedPostOrder, cycles: &Cycles, blocks: Vec<Node>) -> PossibleCycle {
    let is_outside = |from: &Node| order.is_numbered(*from) && blocks.binary_search(from).is_err();
    // Dead edges count as well: a walk follows them.
    let is_entry = |&&block: &&Node| cfg.predecessors(block).iter().any(is_outside);
    let entries = blocks.iter().filter(is_entry).copied().collect();
    let holds_all = |&cycle: &CycleId| blocks.iter().all(|&block| cycles.contains(cycle, block));
    let around = cycles.around(blocks[0]).find(holds_all).expect("the largest cycle holds all");
    let own = Some(around).filter(|&cycle| cycles[cycle].blocks.len() == blocks.len());
    let mut bits = vec![0; blocks.last().map_or(0, |&last| last as usize / 64 + 1)];
    blocks.iter().for_each(|&block| bits[block as usize / 64] |= 1 << (block % 64));
    PossibleCycle { blocks, entries, around, own, bits }
}

/// The strongly connected components of `blocks` without `entry`.
fn components_without(cfg: &Cfg, blocks: &[Node], entry: Node) -> Vec<Vec<Node>> {
    let place = |block: &Node| blocks.binary_search(block).ok().map(|at| at as Node);
    let inside = |block: &Node| {
        let successors = cfg.successors(*block).iter().filter(|&&to| to != entry);
        successors.filter_map(place).collect::<Vec<Node>>()
    };
    let graph = Cfg::new(&blocks.iter().map(inside).collect::<Vec<Vec<Node>>>());
    let paths = ClosedPaths::new(&graph);
    let mut components = vec![Vec::new(); paths.n_components()];
    for (&block, at) in blocks.iter().zip(0..) {
        if paths.is_on_closed_path(at) {
            components[paths.component(at) as usize].push(block);
        }
    }
    components.retain(|component| !component.is_empty());
    components
}
