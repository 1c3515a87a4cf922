//! What was translated already: metadata, debug information.

use rmlir::prelude::*;
use rmlir_llvm_ir::model::metadata::MdId;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The attributes of translated nodes.
#[derive(Default)]
pub struct KnownNodes {
    pub(super) attrs: FxHashMap<MdId, Option<Attr>>,
}

/// The attributes of translated nodes.
#[derive(Default)]
pub struct Debug {
    pub(super) done: FxHashMap<MdId, Option<Attr>>,
    /// Attributes that are valid below a node only: the attribute, and the position of that node on the stack.
    pub(super) dependent: FxHashMap<MdId, (Option<Attr>, usize)>,
    pub(super) stack: Vec<Frame>,
    /// The positions on the stack of nodes under construction.
    pub(super) places: FxHashMap<MdId, Vec<usize>>,
    /// The recursion ids of nodes that refer to themselves.
    pub(super) recursion_ids: FxHashMap<MdId, Attr>,
    /// The ids of distinct nodes.
    pub(super) ids: FxHashMap<MdId, Attr>,
    pub(super) locations: FxHashMap<MdId, Loc>,
}

/// A node under construction.
#[derive(Default)]
pub(super) struct Frame {
    /// The cached nodes to drop with it.
    pub(super) dependents: Vec<MdId>,
    /// The stack positions of the nodes that it refers to from inside.
    pub(super) on: BTreeSet<usize>,
}
