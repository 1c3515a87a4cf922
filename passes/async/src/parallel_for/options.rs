//! The options of the splitting.

/// The options of the splitting.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// Whether ranges of blocks are split recursively.
    pub(super) halving: bool,
    /// The number of threads; negative to query the runtime.
    pub(super) n_threads: i64,
    /// The minimum number of iterations of a block.
    pub(super) min_block_size: i64,
}
