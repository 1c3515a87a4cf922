//! A kind of changes.

use rmlir::core::Body;
use std::ops::Range;

/// A kind of changes.
pub trait Change: Sync {
    /// The number of candidates in `body`, without those in nested bodies.
    fn count(&self, body: &Body) -> usize;

    /// Changes the candidates `which`.
    fn apply(&self, body: &mut Body, which: Range<usize>);
}
