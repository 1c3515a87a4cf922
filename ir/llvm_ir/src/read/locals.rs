//! The scope of local names of a function.

use rustc_hash::FxHashMap;

use crate::model::GlobalId;
use crate::model::inst::{BlockId, FunctionBody};
use crate::model::value::{InstId, Value};

/// The scope of local names of a function.
#[derive(Default)]
pub struct Locals {
    pub(super) id: Option<GlobalId>,
    pub(super) body: FunctionBody,
    pub(super) values: FxHashMap<String, Value>,
    /// Instructions that are used before their definition: the position of the first use.
    pub(super) undefined: FxHashMap<String, (InstId, usize)>,
    pub(super) blocks: FxHashMap<String, (BlockId, usize)>,
    /// The blocks in the order of the text.
    pub(super) order: Vec<BlockId>,
    /// The next number for unnamed values and blocks.
    pub(super) next: u64,
}

impl Locals {
    /// Whether this is the scope of `function`.
    pub fn is(&self, function: GlobalId) -> bool {
        self.id == Some(function)
    }
}
