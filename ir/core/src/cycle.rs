//! Termination of walks along use-def chains.
//!
//! In graph regions and in unreachable code, operations may use their own results, or those of operations that use
//! theirs: a walk along definitions may be cyclic.

use crate::arena::Value;

/// Detects a cycle of a walk in constant space: each position is compared with the position at the last power of two
/// (Brent, "An improved Monte Carlo factorization algorithm", 1980).
#[derive(Default)]
pub struct CycleGuard {
    saved: Option<Value>,
    n_steps: usize,
    next_save: usize,
}

impl CycleGuard {
    /// Steps to `value`. Returns whether the walk may continue, that is, no cycle has been detected.
    pub fn goes_on(&mut self, value: Value) -> bool {
        if self.saved == Some(value) {
            return false;
        }
        if self.n_steps == self.next_save {
            self.saved = Some(value);
            self.next_save = 2 * self.n_steps + 1;
        }
        self.n_steps += 1;
        true
    }
}
