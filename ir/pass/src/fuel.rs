//! A bound on how much is done, to find by bisection the step that goes wrong.

use std::sync::atomic::{AtomicU64, Ordering};

/// Every run of a pass on a body costs one unit, and a pattern driver may
/// spend one for each pattern it applies. When nothing is left, passes are
/// skipped and drivers stop: the IR is valid, only less was done to it. With a
/// limit, bodies are worked on one after the other, so that the same limit
/// always stops at the same step.
#[derive(Debug)]
pub struct Fuel {
    limit: Option<u64>,
    used: AtomicU64,
}

impl Fuel {
    /// As much as there is asked for.
    pub const fn unlimited() -> Self {
        Self { limit: None, used: AtomicU64::new(0) }
    }

    /// So many units.
    pub const fn limited(units: u64) -> Self {
        Self { limit: Some(units), used: AtomicU64::new(0) }
    }

    /// Whether there is a limit.
    pub fn is_limited(&self) -> bool {
        self.limit.is_some()
    }

    /// Takes one unit, if there is one.
    pub fn spend(&self) -> bool {
        let Some(limit) = self.limit else { return true };
        let take = |used: u64| (used < limit).then_some(used + 1);
        self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_ok()
    }

    /// How many units were taken; counted only under a limit.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }
}
