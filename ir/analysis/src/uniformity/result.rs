//! What is divergent, and why.

use super::flow::{Flow, ItemId};
use crate::cfg::{CycleId, Cycles, Node};

/// Why an item is divergent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// It is so by what it is.
    Source,
    /// It takes this divergent item.
    Input(ItemId),
    /// It takes one of several values where paths from the divergent branch at the end of `branch` meet.
    Join {
        /// Where the paths part.
        branch: Node,
    },
    /// It may differ from one iteration of `cycle` to the next, and how threads are converged there is not known, since
    /// paths from the divergent branch at the end of `branch` lead into the cycle at different places.
    Cycle {
        /// The cycle.
        cycle: CycleId,
        /// Where the paths part.
        branch: Node,
    },
    /// It takes `value`, which differs from one iteration of `cycle` to the next, after a divergent exit of the cycle.
    Temporal {
        /// What is taken.
        value: ItemId,
        /// The cycle that threads leave at different times.
        cycle: CycleId,
        /// The branch by which they do.
        branch: Node,
    },
}

/// A use of a value outside of the cycle that it is made in, after a divergent exit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TemporalUse {
    /// What is used.
    pub value: ItemId,
    /// By what.
    pub user: ItemId,
    /// The cycle.
    pub cycle: CycleId,
}

/// The answers for one program.
pub struct Uniformity {
    /// By item: why it is divergent, if it is.
    pub(super) causes: Vec<Option<Cause>>,
    /// The hierarchy of cycles that convergence was judged by.
    pub(super) cycles: Cycles,
    pub(super) assumed: Vec<CycleId>,
    pub(super) divergent_exits: Vec<CycleId>,
    pub(super) temporal: Vec<TemporalUse>,
}

impl Uniformity {
    /// Nothing is divergent yet.
    pub(super) fn new(n_items: usize, cycles: Cycles) -> Self {
        let causes = vec![None; n_items];
        Self { causes, cycles, assumed: Vec::new(), divergent_exits: Vec::new(), temporal: Vec::new() }
    }

    /// Whether converged threads may have different values of `item`, or take different ways at a terminator.
    pub fn is_divergent(&self, item: ItemId) -> bool {
        self.causes[item as usize].is_some()
    }

    /// Why `item` is divergent.
    pub fn cause(&self, item: ItemId) -> Option<Cause> {
        self.causes[item as usize]
    }

    /// Whether threads may take different ways at the end of `block`.
    pub fn has_divergent_branch(&self, flow: &Flow, block: Node) -> bool {
        flow.terminator(block).is_some_and(|item| self.is_divergent(item))
    }

    /// Whether what `user` reads as `value` may differ: the value is divergent, or threads made it at different times.
    pub fn is_divergent_use(&self, value: ItemId, user: ItemId) -> bool {
        self.is_divergent(value) || self.temporal.iter().any(|it| it.value == value && it.user == user)
    }

    /// The uses that are divergent though the value is not.
    pub fn temporal_uses(&self) -> &[TemporalUse] {
        &self.temporal
    }

    /// The hierarchy of cycles.
    pub fn cycles(&self) -> &Cycles {
        &self.cycles
    }

    /// Cycles in which it is not known how threads are converged.
    pub fn assumed_divergent(&self) -> &[CycleId] {
        &self.assumed
    }

    /// Cycles that threads may leave at different times.
    pub fn divergent_exits(&self) -> &[CycleId] {
        &self.divergent_exits
    }

    /// How many items are divergent.
    pub fn n_divergent(&self) -> usize {
        self.causes.iter().flatten().count()
    }

    /// The chain of causes from `item` to a source, each with its item. Branches lead on to their terminators.
    pub fn explain(&self, flow: &Flow, item: ItemId) -> Vec<(ItemId, Cause)> {
        let mut chain: Vec<(ItemId, Cause)> = Vec::new();
        let mut at = Some(item);
        while let Some(item) = at {
            // A cause is always older than what it causes.
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
