//! The results: divergent items and the causes of their divergence.

use super::flow::{Flow, ItemId};
use crate::cfg::{CycleId, Cycles, Node};

/// The cause of the divergence of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The item is a source of divergence.
    Source,
    /// The item uses this divergent item.
    Input(ItemId),
    /// The item is a phi at a join of the divergent branch at the end of `branch`.
    Join {
        /// The block at whose end the paths diverge.
        branch: Node,
    },
    /// The item may vary between iterations of `cycle`, and the convergence of threads there is unknown, since paths
    /// from the divergent branch at the end of `branch` enter the cycle at different blocks.
    Cycle {
        /// The cycle.
        cycle: CycleId,
        /// The block at whose end the paths diverge.
        branch: Node,
    },
    /// The item uses `value`, which varies between iterations of `cycle`, after a divergent exit of the cycle.
    Temporal {
        /// The used value.
        value: ItemId,
        /// The cycle that threads exit in different iterations.
        cycle: CycleId,
        /// The divergent branch.
        branch: Node,
    },
}

/// A use of a value outside of the cycle in which it is defined, after a divergent exit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TemporalUse {
    /// The used value.
    pub value: ItemId,
    /// The user.
    pub user: ItemId,
    /// The cycle that threads exit in different iterations.
    pub cycle: CycleId,
}

/// The results for one program.
pub struct Uniformity {
    /// By item: the cause of its divergence, if it is divergent.
    pub(super) causes: Vec<Option<Cause>>,
    /// The hierarchy of cycles that the analysis used.
    pub(super) cycles: Cycles,
    pub(super) assumed: Vec<CycleId>,
    pub(super) divergent_exits: Vec<CycleId>,
    pub(super) temporal: Vec<TemporalUse>,
}

impl Uniformity {
    /// The result without divergent items.
    pub(super) fn new(n_items: usize, cycles: Cycles) -> Self {
        let causes = vec![None; n_items];
        Self { causes, cycles, assumed: Vec::new(), divergent_exits: Vec::new(), temporal: Vec::new() }
    }

    /// Whether converged threads may have different values of `item`, or take different edges at a terminator.
    pub fn is_divergent(&self, item: ItemId) -> bool {
        self.causes[item as usize].is_some()
    }

    /// The cause of the divergence of `item`.
    pub fn cause(&self, item: ItemId) -> Option<Cause> {
        self.causes[item as usize]
    }

    /// Whether threads may take different edges at the end of `block`.
    pub fn has_divergent_branch(&self, flow: &Flow, block: Node) -> bool {
        flow.terminator(block).is_some_and(|item| self.is_divergent(item))
    }

    /// Whether the use of `value` by `user` may differ: the value is divergent, or from different iterations.
    pub fn is_divergent_use(&self, value: ItemId, user: ItemId) -> bool {
        self.is_divergent(value) || self.temporal.iter().any(|it| it.value == value && it.user == user)
    }

    /// The uses that are divergent though the value is uniform (temporal divergence).
    pub fn temporal_uses(&self) -> &[TemporalUse] {
        &self.temporal
    }

    /// The hierarchy of cycles.
    pub fn cycles(&self) -> &Cycles {
        &self.cycles
    }

    /// Cycles in which the convergence of threads is unknown.
    pub fn assumed_divergent(&self) -> &[CycleId] {
        &self.assumed
    }

    /// Cycles that threads may exit in different iterations.
    pub fn divergent_exits(&self) -> &[CycleId] {
        &self.divergent_exits
    }

    /// The number of divergent items.
    pub fn n_divergent(&self) -> usize {
        self.causes.iter().flatten().count()
    }

    /// The chain of causes from `item` to a source, each with its item. The cause of a join is the terminator of its
    /// branch.
    pub fn explain(&self, flow: &Flow, item: ItemId) -> Vec<(ItemId, Cause)> {
        let mut chain: Vec<(ItemId, Cause)> = Vec::new();
        let mut at = Some(item);
        while let Some(item) = at {
            // A cause always precedes its effect.
            let Some(cause) = self.cause(item) else { break };
            chain.push((item, cause));
            at = match cause {
                Cause::Source => None,
                Cause::Input(input) => Some(input),
                Cause::Join { branch } | Cause::Cycle { branch, .. } | Cause::Temporal { branch, .. } => {
                    flow.terminator(branch)
                }
            };
        }
        chain
    }
}
