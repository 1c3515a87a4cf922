//! Programs that can be analysed, executed, and printed as LLVM IR: a [`Flow`] with an operation for each item.

use rmlir_analysis::uniformity::{Flow, ItemId};

/// The operation of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// An argument that all threads share.
    Argument,
    /// The index of the thread.
    Lane,
    /// The value of the first of the converged threads.
    FirstLane,
    /// A word that depends on the inputs.
    Mix,
    /// A bit that depends on the inputs.
    Compare,
    /// The value of the incoming edge.
    Phi,
    /// An unconditional branch.
    Jump,
    /// A conditional branch to the first successor if the input is 1, else to the second one.
    Branch,
    /// A switch on the input, whose default is the first successor.
    Switch,
    /// A return.
    Return,
}

impl Op {
    /// Whether its result is a bit, and not a word.
    pub fn is_bit(self) -> bool {
        self == Self::Compare
    }
}

/// A program with operations.
pub struct Program {
    /// Its control flow and items.
    pub flow: Flow,
    /// By item: its operation.
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
