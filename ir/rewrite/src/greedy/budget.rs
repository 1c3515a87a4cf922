//! The budget of changes of one execution of the greedy driver, and the statistics of the last changes when it is
//! exhausted.
//!
//! Patterns may undo each other, and values may grow forever where operations depend on themselves. So the driver stops
//! after a number of changes that no convergent execution approaches, and the last of them are counted by their origin.

use rmlir_core::Body;

use super::config::{GreedyConfig, NotConverged};
use crate::step::Change;

/// The least budget of changes.
const MIN_CHANGES: usize = 1 << 20;

/// The budget of changes per initial operation, if that is more.
const CHANGES_PER_OP: usize = 64;

/// The number of changes at the end of the budget that are counted by origin.
const N_COUNTED: usize = 1 << 10;

/// The number of names listed of what kept applying.
const N_LISTED: usize = 4;

/// The remaining budget.
pub struct Budget {
    /// Changes of the execution.
    n_left: usize,
    /// Rewrites of the iteration, if they are limited.
    pub n_rewrites_left: Option<usize>,
    /// The last changes by origin, in the order of their first occurrence.
    counted: Vec<(Change, usize)>,
}

impl Budget {
    /// The initial budget for `body`.
    pub fn new(body: &Body, config: &GreedyConfig) -> Self {
        let of_size = body.n_ops().saturating_mul(CHANGES_PER_OP).max(MIN_CHANGES);
        let n_left = config.max_rewrites.map_or(of_size, |max| max.max(of_size));
        Self { n_left, n_rewrites_left: config.max_rewrites, counted: Vec::new() }
    }

    /// Returns whether the budget of all iterations is exhausted.
    pub fn is_used_up(&self) -> bool {
        self.n_left == 0
    }

    /// Returns whether another operation may be visited.
    pub fn has_more(&self) -> bool {
        self.n_left > 0 && self.n_rewrites_left != Some(0)
    }

    /// Spends one change.
    pub fn spend(&mut self, change: Change) {
        self.n_left = self.n_left.saturating_sub(1);
        if let (Change::Pattern(_), Some(left)) = (change, &mut self.n_rewrites_left) {
            *left -= 1;
        }
        if self.n_left < N_COUNTED {
            match self.counted.iter_mut().find(|(known, _)| *known == change) {
                Some((_, count)) => *count += 1,
                None => self.counted.push((change, 1)),
            }
        }
    }

    /// The result of an execution that was stopped by one of its limits.
    pub fn not_converged(self, body: &Body, changed: bool) -> NotConverged {
        if !self.is_used_up() {
            return NotConverged { changed, kept_applying: Vec::new() };
        }
        let mut by_count = self.counted;
        by_count.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let name = |change: &Change| match change {
            Change::Erased => "erasure of dead operations".to_owned(),
            Change::Folded(name) => format!("fold of '{}'", name.str(body.cx())),
            Change::Pattern(name) => (*name).to_owned(),
        };
        let kept_applying = by_count.iter().take(N_LISTED).map(|(change, _)| name(change)).collect();
        NotConverged { changed, kept_applying }
    }
}
