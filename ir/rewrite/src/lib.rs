//! Rewriting: folding, applying patterns, cleaning up regions.
//!
//! The rewriter itself and the form of patterns are in `ir/core`; here are the
//! drivers that decide what is tried where, and when. In reading order:
//!
//! * [`patterns`]: a set of patterns made ready for look-up by operation;
//! * [`fold`]: folding one operation, and constants kept once per region;
//! * [`regions`]: unreachable blocks, dead code, equal blocks, useless arguments;
//! * [`greedy`]: patterns and folding to a fixed point, by work list;
//! * [`walk`]: patterns once over every operation;
//! * [`conversion`]: patterns until everything is legal for a target.
//!
//! The order in which operations are visited decides names and places in the
//! output, so it is upstream's everywhere.

pub mod conversion;
pub mod fold;
pub mod greedy;
pub mod patterns;
pub mod regions;
pub mod walk;

pub use fold::{Folded, Folder, create_or_fold, fold_op, known_constant};
pub use greedy::{
    GreedyConfig, NotConverged, OpsOutcome, SimplifyRegions, Strictness, apply_ops_greedily, apply_patterns_greedily,
};
pub use patterns::{FrozenPatterns, canonicalization_patterns};
pub use regions::{erase_unreachable_blocks, region_dce, simplify_regions};
pub use walk::walk_and_apply_patterns;
