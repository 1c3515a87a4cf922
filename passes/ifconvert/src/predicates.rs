//! R and K: which predicate each block is executed under, and where each predicate is defined.
//!
//! Blocks that depend on the same edges are executed together or not at all, and share a predicate: R gives it, K the
//! edges. With one guard for each block and definitions at branches fewer predicates are not possible. What depends on
//! nothing is always executed; its predicate is [`ALWAYS`].

use rmlir::analysis::cfg::control_dependence::Edge;
use rmlir::analysis::cfg::{Cfg, ControlDependence, Node};
use rustc_hash::FxHashMap;

/// A predicate by its number.
pub type Pred = u32;

/// The predicate of what is always executed; nothing defines it.
pub const ALWAYS: Pred = 0;

/// R and K.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicates {
    /// By block.
    of_block: Vec<Pred>,
    /// By predicate: the edges that make it hold, in order; none for [`ALWAYS`].
    definers: Vec<Vec<Edge>>,
}

impl Predicates {
    /// From what the blocks of an acyclic graph depend on; predicates are numbered in the order of blocks.
    pub fn new(cfg: &Cfg, dependence: &ControlDependence) -> Self {
        let mut numbers: FxHashMap<&[Edge], Pred> = FxHashMap::default();
        numbers.insert(&[], ALWAYS);
        let mut definers = vec![Vec::new()];
        let mut of_block = Vec::with_capacity(cfg.n_blocks());
        for block in cfg.blocks() {
            let class = dependence.edges(block);
            let number = *numbers.entry(class).or_insert_with(|| {
                definers.push(class.to_vec());
                definers.len() as Pred - 1
            });
            of_block.push(number);
        }
        Self { of_block, definers }
    }

    /// R: the predicate that `block` is executed under.
    pub fn of(&self, block: Node) -> Pred {
        self.of_block[block as usize]
    }

    /// K: the edges that make `pred` hold, in program order.
    pub fn definers(&self, pred: Pred) -> &[Edge] {
        &self.definers[pred as usize]
    }

    /// All predicates that are defined somewhere.
    pub fn defined(&self) -> std::ops::Range<Pred> {
        1..self.definers.len() as Pred
    }

    /// The blocks that define `pred`, each once, in program order.
    pub fn defining_blocks(&self, pred: Pred) -> Vec<Node> {
        let mut blocks: Vec<Node> = self.definers(pred).iter().map(|edge| edge.block).collect();
        blocks.dedup();
        blocks
    }
}
