//! R and K: the predicate under which each block is executed, and the edges that define each predicate.
//!
//! Blocks that are control dependent on the same edges are executed together or not at all, and share a predicate: R
//! maps blocks to predicates, K predicates to edges. With one guard for each block and definitions at branches fewer
//! predicates are not possible. Blocks without control dependences are always executed; their predicate is [`ALWAYS`].

use rmlir::analysis::cfg::control_dependence::Edge;
use rmlir::analysis::cfg::{Cfg, ControlDependence, Node};
use rustc_hash::FxHashMap;

/// The index of a predicate.
pub type Pred = u32;

/// The predicate of blocks that are always executed; it has no definition.
pub const ALWAYS: Pred = 0;

/// R and K.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicates {
    /// By block.
    of_block: Vec<Pred>,
    /// By predicate: the edges that set it, in order; none for [`ALWAYS`].
    definers: Vec<Vec<Edge>>,
}

impl Predicates {
    /// R and K from the control dependences of an acyclic graph; predicates are numbered in the order of blocks.
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

    /// R: the predicate under which `block` is executed.
    pub fn of(&self, block: Node) -> Pred {
        self.of_block[block as usize]
    }

    /// K: the edges that set `pred`, in program order.
    pub fn definers(&self, pred: Pred) -> &[Edge] {
        &self.definers[pred as usize]
    }

    /// All predicates that have definitions.
    pub fn defined(&self) -> std::ops::Range<Pred> {
        1..self.definers.len() as Pred
    }

    /// The blocks that define `pred`, without duplicates, in program order.
    pub fn defining_blocks(&self, pred: Pred) -> Vec<Node> {
        let mut blocks: Vec<Node> = self.definers(pred).iter().map(|edge| edge.block).collect();
        blocks.dedup();
        blocks
    }
}
