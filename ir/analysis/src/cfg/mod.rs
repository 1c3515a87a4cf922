//! Control flow between blocks, as a graph of indices.
//!
//! [`graph`] is the representation that the other modules work on: blocks `0..n` with block 0 as the entry, built from
//! a region through the branch interface or from adjacency lists. [`order`] is the depth-first search; [`dominators`]
//! holds dominators and post-dominators; [`frontiers`] and [`control_dependence`] follow from those; [`cycles`] is the
//! hierarchy of cycles, reducible or not; [`liveness`] has live-in and live-out sets; [`closed_paths`] has the blocks
//! on closed paths and reachability.
//!
//! Nothing here is updated: a graph is immutable, and analyses are valid for it only. After a change of the region the
//! graph is built anew; each of these takes time near linear in its size.

pub mod closed_paths;
pub mod control_dependence;
pub mod cycles;
pub mod dominators;
pub mod frontiers;
pub mod graph;
pub mod liveness;
pub mod order;

pub use self::closed_paths::ClosedPaths;
pub use self::control_dependence::ControlDependence;
pub use self::cycles::{CycleId, Cycles};
pub use self::dominators::DominatorTree;
pub use self::graph::{Cfg, Node, RegionCfg};
pub use self::order::{DepthFirst, DfsOrder};
