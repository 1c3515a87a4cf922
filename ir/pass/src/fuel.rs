//! A limit on the executed work, to find a miscompilation by bisection.

use std::sync::atomic::{AtomicU64, Ordering};

/// Every execution of a pass on a body costs one unit, and a pattern driver may spend one for each pattern it applies.
/// When the fuel is exhausted, passes are skipped and drivers stop: the IR is valid, but less optimized. With a limit,
/// bodies are processed sequentially, so that the same limit always stops at the same step.
#[derive(Debug)]
pub struct Fuel {
    limit: Option<u64>,
    used: AtomicU64,
}

impl Fuel {
    /// No limit.
    pub const fn unlimited() -> Self {
        Self { limit: None, used: AtomicU64::new(0) }
    }

    /// A limit of `units` units.
    pub const fn limited(units: u64) -> Self {
        Self { limit: Some(units), used: AtomicU64::new(0) }
    }

    /// Returns whether there is a limit.
    pub fn is_limited(&self) -> bool {
        self.limit.is_some()
    }

    /// Spends one unit. Returns `false` if none is left.
    pub fn spend(&self) -> bool {
        let Some(limit) = self.limit else { return true };
        let take = |used: u64| (used < limit).then_some(used + 1);
        self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_ok()
    }

    /// The number of units spent; counted only under a limit.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }
}
