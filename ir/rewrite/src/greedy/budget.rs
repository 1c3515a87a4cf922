//! The budget of changes of one run of the greedy driver, and what kept changing when it was used up.
//!
//! Patterns may undo each other, and values may grow for ever where operations depend on themselves. So a run ends after
//! a number of changes that no run that converges comes near to, and the last of them are counted by what made them.

use rmlir_core::{Body, OpName};

use super::{GreedyConfig, NotConverged};

/// Changes that any run may make.
const MIN_CHANGES: usize = 1 << 20;

/// Changes for each operation there is at the start, where these are more.
const CHANGES_PER_OP: usize = 64;

/// How many changes at the end of the budget are counted by what made them.
const N_COUNTED: usize = 1 << 10;

/// Of what kept applying, how many names are listed.
const N_LISTED: usize = 4;

/// What changes an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// It was dead.
    Erased,
    /// Its folder.
    Folded(OpName),
    /// The pattern of this name.
    Pattern(&'static str),
}

/// What is left of the limits of a run.
pub struct Budget {
    /// Changes of the run.
    n_left: usize,
    /// Rewrites of the iteration, if they are limited.
    pub n_rewrites_left: Option<usize>,
    /// The last changes by what made them, in the order in which they came first.
    counted: Vec<(Change, usize)>,
}

impl Budget {
    /// The budget of a run over `body`.
    pub fn new(body: &Body, config: &GreedyConfig) -> Self {
        let of_size = body.n_ops().saturating_mul(CHANGES_PER_OP).max(MIN_CHANGES);
        let n_left = config.max_rewrites.map_or(of_size, |max| max.max(of_size));
        Self { n_left, n_rewrites_left: config.max_rewrites, counted: Vec::new() }
    }

    /// Whether there is nothing left for any iteration.
    pub fn is_used_up(&self) -> bool {
        self.n_left == 0
    }

    /// Whether another operation may be visited.
    pub fn has_more(&self) -> bool {
        self.n_left > 0 && self.n_rewrites_left != Some(0)
    }

    /// Takes one change off.
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

    /// What the run says that ended by one of its limits.
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
