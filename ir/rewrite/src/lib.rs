//! Rewriting: folding, pattern application, region simplification.
//!
//! The rewriter and the pattern type are in `ir/core`; this crate has the drivers, which decide which patterns are
//! applied where, and when. In reading order:
//!
//! * [`patterns`]: a set of patterns indexed by operation name;
//! * [`fold`]: folding one operation, and constants uniqued per region;
//! * [`regions`]: unreachable blocks, dead code, identical blocks, redundant arguments;
//! * [`greedy`]: patterns and folding to a fixed point, with a worklist;
//! * [`walk`]: patterns in one walk over all operations;
//! * [`conversion`]: patterns until all operations are legal for a target.
//!
//! The order in which operations are visited determines names and positions in the output, so it is upstream's
//! everywhere.

pub mod conversion;
pub mod fold;
pub mod greedy;
mod listener;
pub mod patterns;
pub mod regions;
mod step;
pub mod walk;

pub use fold::{Folded, Folder, create_or_fold, fold_op, known_constant};
pub use greedy::{
    GreedyConfig, NotConverged, OpsOutcome, SimplifyRegions, Strictness, apply_ops_greedily, apply_patterns_greedily,
};
pub use patterns::{FrozenPatterns, canonicalization_patterns};
pub use regions::{erase_unreachable_blocks, region_dce, simplify_regions};
pub use walk::walk_and_apply_patterns;
