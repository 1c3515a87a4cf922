//! Programs that can be analysed, run, and written as LLVM IR: a [`Flow`] with a meaning for each item.

use rmlir_analysis::uniformity::{Flow, ItemId};

/// What an item does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// An argument that all threads share.
    Argument,
    /// The number of the thread.
    Lane,
    /// What the first of the converged threads has.
    FirstLane,
    /// A word that depends on the inputs.
    Mix,
    /// A bit that depends on the inputs.
    Compare,
    /// What comes along the edge.
    Phi,
    /// The same one way.
    Jump,
    /// The first successor if the input is 1, else the second one.
    Branch,
    /// By the input: the first successor if there is no other for it.
    Switch,
    /// The end.
    Return,
}

impl Op {
    /// Whether what it gives is a bit, and not a word.
    pub fn is_bit(self) -> bool {
        self == Self::Compare
    }
}

/// A program with a meaning.
pub struct Program {
    /// Its form.
    pub flow: Flow,
    /// By item: what it does.
    pub ops: Vec<Op>,
    /// The names of its items, if they have any.
    pub names: Vec<String>,
    /// The names of its blocks, if they have any.
    pub block_names: Vec<String>,
}

impl Program {
    /// The name of an item.
    pub fn name(&self, item: ItemId) -> String {
        self.names.get(item as usize).cloned().unwrap_or_else(|| format!("v{item}"))
    }

    /// The name of a block.
    pub fn block_name(&self, block: u32) -> String {
        self.block_names.get(block as usize).cloned().unwrap_or_else(|| format!("b{block}"))
    }
}
