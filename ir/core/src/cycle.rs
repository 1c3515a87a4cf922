//! The end of walks along definitions.
//!
//! In graph regions and in unreachable code, operations may use their own results, or those of operations that use
//! theirs: a walk from a value to what defines it, and so on, comes back to where it was.

use crate::arena::Value;

/// Finds that a walk goes round, in constant space: the walk is compared with where it was at the last power of two
/// (Brent, "An improved Monte Carlo factorization algorithm", 1980).
#[derive(Default)]
pub struct CycleGuard {
    saved: Option<Value>,
    n_steps: usize,
    next_save: usize,
}

impl CycleGuard {
    /// Takes a step to `value`. Returns whether the walk may go on: it is not known to go round.
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
