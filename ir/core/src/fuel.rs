//! A limit on the steps of compilation, to find a miscompilation by bisection.
//!
//! A step is the execution of a pass on a body, and within greedy drivers and pattern walks each rewrite: an erasure, a
//! fold, an applied pattern, a simplification of regions. When the fuel is exhausted, passes are skipped and drivers
//! change nothing: the IR is valid, but less optimized. With a limit, bodies are processed sequentially, so that the
//! same limit always stops at the same step.
//! After: `-opt-bisect-limit` of LLVM, which counts passes, and debug counters, which count attempts.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::handles::Loc;

/// A limit on steps; see the module documentation.
#[derive(Debug)]
pub struct Fuel {
    limit: u64,
    used: AtomicU64,
    last: Mutex<Option<LastStep>>,
}

/// The last step that the limit allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastStep {
    /// A description, such as `erasure of 'arith.addi'`.
    pub description: String,
    /// The location of the operation that it concerned.
    pub loc: Loc,
}

impl Fuel {
    /// A limit of so many steps.
    pub(crate) const fn limited(limit: u64) -> Self {
        Self { limit, used: AtomicU64::new(0), last: Mutex::new(None) }
    }

    /// Returns whether no step is left.
    pub fn is_empty(&self) -> bool {
        self.used.load(Ordering::Relaxed) >= self.limit
    }

    /// Spends one step; returns `false` if none is left. `describe` is called for the last one.
    pub fn spend(&self, describe: impl FnOnce() -> LastStep) -> bool {
        let take = |used: u64| (used < self.limit).then_some(used + 1);
        let Ok(used) = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) else { return false };
        if used + 1 == self.limit {
            *self.last() = Some(describe());
        }
        true
    }

    /// The number of steps that are allowed.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// The last step, if the limit was reached.
    pub fn last_step(&self) -> Option<LastStep> {
        self.last().clone()
    }

    fn last(&self) -> MutexGuard<'_, Option<LastStep>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
