//! Live-in and live-out sets of blocks.
//!
//! A value used in a region of an operation counts as used by that operation. The sets are computed backward along the
//! edges of the control-flow graph, to a fixed point.

use rmlir::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// The live-in and live-out sets of all blocks of a body.
#[derive(Default)]
pub(crate) struct Liveness {
    blocks: FxHashMap<BlockId, Sets>,
}

#[derive(Default)]
struct Sets {
    defined: FxHashSet<Value>,
    used: FxHashSet<Value>,
    live_in: FxHashSet<Value>,
    live_out: FxHashSet<Value>,
}

impl Liveness {
    /// Computes the sets of `body`.
    pub(crate) fn new(body: &Body) -> Self {
        let mut this = Self::default();
        let mut order = Vec::new();
        for op in body.ops_under(body.root()) {
            for &region in body.regions(op) {
                order.extend(body.blocks(region));
            }
        }
        for &block in &order {
            this.blocks.insert(block, Sets::of(body, block));
        }
        let mut work: Vec<BlockId> = Vec::new();
        for &block in &order {
            if this.update_live_in(block) {
                work.extend(body.predecessors(block));
            }
        }
        while let Some(block) = work.pop() {
            let next: Vec<BlockId> = body.last_op(block).map_or(Vec::new(), |last| body.successors(last).collect());
            let from: Vec<Value> = next
                .iter()
                .filter_map(|next| self::sets(&this.blocks, *next))
                .flat_map(|sets| sets.live_in.iter().copied())
                .collect();
            if let Some(sets) = this.blocks.get_mut(&block) {
                sets.live_out.extend(from);
            }
            if this.update_live_in(block) {
                work.extend(body.predecessors(block));
            }
        }
        this
    }

    fn update_live_in(&mut self, block: BlockId) -> bool {
        let Some(sets) = self.blocks.get_mut(&block) else { return false };
        let before = sets.live_in.len();
        let new = sets.used.iter().chain(&sets.live_out).filter(|value| !sets.defined.contains(value));
        let new: Vec<Value> = new.copied().collect();
        sets.live_in.extend(new);
        sets.live_in.len() != before
    }

    /// The values that are live at the start of `block`, in no order.
    pub(crate) fn live_in(&self, block: BlockId) -> impl Iterator<Item = Value> + '_ {
        self.blocks.get(&block).into_iter().flat_map(|sets| sets.live_in.iter().copied())
    }

    /// The values that are live at the end of `block`, in no order.
    pub(crate) fn live_out(&self, block: BlockId) -> impl Iterator<Item = Value> + '_ {
        self.blocks.get(&block).into_iter().flat_map(|sets| sets.live_out.iter().copied())
    }

    /// Whether `value` is live at the start of `block`.
    pub(crate) fn is_live_in(&self, block: BlockId, value: Value) -> bool {
        self.blocks.get(&block).is_some_and(|sets| sets.live_in.contains(&value))
    }
}

fn sets(blocks: &FxHashMap<BlockId, Sets>, block: BlockId) -> Option<&Sets> {
    blocks.get(&block)
}

impl Sets {
    fn of(body: &Body, block: BlockId) -> Self {
        let mut sets = Self::default();
        let region = body.region_of(block);
        let mut escapes = |value: Value| {
            let is_outside = |user: OpId| {
                let mut at = body.block_of(user);
                while let Some(inner) = at.filter(|&inner| body.region_of(inner) != region) {
                    let owner = body.region_of(inner).map(|region| body.region_owner(region));
                    at = owner.and_then(|owner| body.block_of(owner));
                }
                at != Some(block)
            };
            if body.users(value).any(is_outside) {
                sets.live_out.insert(value);
            }
        };
        body.args(block).iter().copied().for_each(&mut escapes);
        for op in body.ops(block) {
            body.results(op).iter().copied().for_each(&mut escapes);
        }
        sets.defined.extend(body.args(block));
        for op in body.ops(block) {
            for inner in body.ops_under(op) {
                sets.defined.extend(body.results(inner));
                sets.used.extend(body.operands(inner));
                for &region in body.regions(inner) {
                    for block in body.blocks(region) {
                        sets.defined.extend(body.args(block));
                    }
                }
            }
        }
        let defined = &sets.defined;
        sets.used.retain(|value| !defined.contains(value));
        sets
    }
}
