//! Control flow between blocks, as a graph of numbers.
//!
//! [`graph`] is the view that everything here takes: blocks `0..n` with block 0 as the entry, made from a region through
//! the branch interface or from plain adjacency lists. [`order`] walks it depth first; [`dominators`] holds dominators
//! and post-dominators; [`frontiers`] and [`control_dependence`] follow from those; [`cycles`] is the hierarchy of
//! cycles, reducible or not; [`liveness`] says what is live where; [`closed_paths`] says which blocks lie on a path back
//! to themselves and which reach which.
//!
//! Nothing here is updated: a graph is immutable, and what is computed from it is right for it. Who changes a region
//! builds the graph anew; every one of these takes time near linear in its size.

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
